// A plugin of Redocly CLI: adds the replies and headers that operations have in common to each operation of openapi/.
// Linter and bundler see the completed operations. A path file lists its successes, with headers of their own, and its
// exceptions: errors that do not follow from these rules, and other descriptions of errors that do.
const methods = ['get', 'put', 'post', 'patch', 'delete']

/** The traits of an operation that decide what it has in common with others. */
function traitsOf(operation, parameters) {
  return {
    secured: operation.security?.length > 0,
    body: operation.requestBody !== undefined,
    inPath: parameters.some((parameter) => parameter.in === 'path'),
    idempotent: parameters.some((parameter) => parameter.name === 'Idempotency-Key'),
  }
}

/** The error replies of an operation, by status. */
function errorsOf({ secured, body, inPath, idempotent }) {
  return references('errors', {
    400: 'BadRequest',
    ...(secured && { 401: 'Unauthorized', 403: 'Forbidden' }),
    ...(inPath && { 404: 'NotFound' }),
    406: 'NotAcceptable',
    ...(idempotent && { 409: 'Conflict' }),
    ...(body && { 413: 'PayloadTooLarge', 415: 'UnsupportedMediaType' }),
    422: 'ValidationFailed',
    ...(secured && { 429: 'RateLimited' }),
    500: 'InternalError',
    503: 'Unavailable',
  })
}

/** The headers of a success, by name. */
function headersOf({ secured, idempotent }) {
  return references('headers', {
    'Request-Id': 'RequestId',
    ...(secured && { RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' }),
    ...(idempotent && { 'Idempotent-Replayed': 'IdempotentReplayed' }),
  })
}

/** References to a file of shared/, as the files of paths/ write them. */
function references(file, names) {
  const entries = Object.entries(names)
  return Object.fromEntries(entries.map(([key, name]) => [key, { $ref: `../shared/${file}.yaml#/${name}` }]))
}

/** Completes an operation in place. Reports what the operation lists although a rule adds the same. */
function completeOperation(method, operation, { resolve, report, location }) {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter).node ?? {})
  const traits = traitsOf(operation, parameters)

  const completed = (added, listed, ...place) => {
    for (const [key, { $ref }] of Object.entries(added)) {
      if (listed[key]?.$ref !== $ref) continue
      const message = `Leave ${key} out: a rule of scripts/generate/common-replies.mjs adds it.`
      report({ message, location: location.child([method, 'responses', ...place, key]) })
    }
    return { ...added, ...listed }
  }

  const replies = Object.entries(operation.responses).map(([status, reply]) => {
    if (reply.$ref !== undefined) return [status, reply]
    const { description, headers = {}, ...others } = reply
    return [
      status,
      { description, headers: completed(headersOf(traits), headers, status, 'headers'), ...others },
    ]
  })
  operation.responses = completed(errorsOf(traits), Object.fromEntries(replies))
}

/** Completes the operations of all paths. Webhooks stay as they are: the service does not answer them. */
function CommonReplies() {
  const done = new WeakSet()
  return {
    Paths: {
      PathItem: {
        // At the end of the visit, as Redocly CLI has not looked up the references that this adds.
        leave(item, context) {
          for (const method of methods) {
            const operation = item[method]
            if (operation?.responses === undefined || done.has(operation)) continue
            done.add(operation)
            completeOperation(method, operation, context)
          }
        },
      },
    },
  }
}

export default function postseal() {
  return { id: 'postseal', preprocessors: { oas3: { 'common-replies': CommonReplies } } }
}
