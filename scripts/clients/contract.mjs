// The contract as the generators of the Go and the PHP client read it. It says the same as generated/openapi.json, in a
// way that openapi-generator makes small code of:
//
//   x-takes-key      instead of the parameter `Idempotency-Key`: the clients make the key themselves
//   x-uncredentialed the operation takes no credential
//   x-accepts        the media types of a reply that is streamed, the default first
//   x-csv            the body is a CSV file, which is streamed as well
//   x-rows           the schema of a list's rows
//   x-all            what the method is named after that goes through all of a list's pages
//   x-raw            the value stays as it came: the data of an event, whose type decides what it is
//
// Unions become values of any type. Errors are left out: the clients read them in one place, by the status.

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Keys of schemas that only validate or explain. The service validates. */
const UNUSED = new Set([
  ...['example', 'examples', 'if', 'then', 'pattern', 'minimum', 'maximum'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
])

/**
 * Returns the contract for the generators. `contract` is the bundled one, which stays as it is.
 */
export function contractOfClients(contract) {
  const copy = structuredClone(contract)
  const { schemas } = copy.components
  copy.info.description = ''
  delete copy.webhooks
  for (const item of Object.values(copy.paths)) {
    const shared = item.parameters ?? []
    delete item.parameters
    for (const method of METHODS.filter((name) => item[name] !== undefined)) {
      item[method].parameters = [...shared, ...(item[method].parameters ?? [])].map((one) =>
        resolve(copy, one),
      )
      reshape(copy, item[method])
    }
  }
  // What an event is follows from its type, which may be newer than a client: all have the envelope.
  schemas.Event = { ...schemas.OtherEvent, description: 'An event. Its type decides what its data is.' }
  schemas.Event.properties.data['x-raw'] = true
  delete schemas.OtherEvent
  delete schemas.KnownEvent
  const any = new Set(Object.keys(schemas).filter((name) => schemas[name].anyOf ?? schemas[name].oneOf))
  copy.components = {
    schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => !any.has(name))),
  }
  nameValues(copy.components.schemas)
  return simplified(copy, any)
}

/** The tags of the operations in the contract's order: each is a group of methods. */
export function tagsOf(contract) {
  return [...new Set(operationsIn(contract).map(({ tags }) => tags[0]))]
}

/** Every operation of the contract. */
function operationsIn(contract) {
  return Object.values(contract.paths).flatMap((item) =>
    METHODS.flatMap((method) => (item[method] === undefined ? [] : [item[method]])),
  )
}

function resolve(contract, value) {
  if (value?.$ref === undefined) return value
  const [, ...names] = value.$ref.split('/')
  return resolve(
    contract,
    names.reduce((at, name) => at[name], contract),
  )
}

/** Changes an operation to what the head of this file says. */
function reshape(contract, operation) {
  const isKey = ({ in: place, name }) => place === 'header' && name === 'Idempotency-Key'
  operation['x-takes-key'] = operation.parameters.some(isKey)
  operation.parameters = operation.parameters.filter((one) => !isKey(one))
  operation['x-uncredentialed'] = (operation.security ?? []).length === 0
  delete operation.security
  const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))
  const { content = {} } = resolve(contract, success)
  const types = Object.keys(content)
  const isStreamed = types.some((type) => type !== 'application/json')
  if (isStreamed) operation['x-accepts'] = types
  operation.responses = { [status]: { description: 'OK', ...(isStreamed ? {} : { content }) } }
  const { schema } = content['application/json'] ?? {}
  const list = isStreamed ? undefined : resolve(contract, schema)?.properties
  const hasPages = operation.parameters.some(({ name }) => name === 'cursor')
  if (hasPages && list?.next_cursor !== undefined) {
    operation['x-rows'] = list.data.items.$ref.replace('#/components/schemas/', '')
    operation['x-all'] = capitalized(operation.operationId.replace(/^list/, ''))
  }
  if (operation.requestBody !== undefined) reshapeBody(contract, operation)
}

function reshapeBody(contract, operation) {
  const body = resolve(contract, operation.requestBody)
  if (body.content['application/json'] === undefined) {
    operation['x-csv'] = true
    delete operation.requestBody
  } else operation.requestBody = body
}

function capitalized(name) {
  return name[0].toUpperCase() + name.slice(1)
}

/** Names the values of enumerations: `not_found` is `NotFound`. */
function nameValues(schemas) {
  for (const schema of Object.values(schemas)) {
    if (schema.enum === undefined) continue
    schema.enum = schema.enum.filter((value) => value !== null)
    schema['x-enum-varnames'] = schema.enum.map((value) =>
      (value === '*' ? 'all' : String(value)).replace(
        /(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g,
        (_match, letter) => letter.toUpperCase(),
      ),
    )
  }
}

/** Leaves out what the clients do not need, and makes one line of each description. */
function simplified(value, any) {
  if (Array.isArray(value)) return value.map((item) => simplified(item, any))
  if (value === null || typeof value !== 'object') return value
  if (any.has(value.$ref?.replace('#/components/schemas/', ''))) return {}
  const isOpen = ({ additionalProperties }) => additionalProperties === false
  const entries = Object.entries(value)
    .filter(([name, inner]) => !(UNUSED.has(name) && !isSchema(inner)))
    .filter(([name]) => !(name === 'additionalProperties' && isOpen(value)))
    .map(([name, inner]) => [
      name,
      name === 'description' && typeof inner === 'string' ? oneLine(inner) : simplified(inner, any),
    ])
  return Object.fromEntries(entries)
}

/** Returns true for a schema, and false for a property that has the name of a keyword, such as `minimum`. */
function isSchema(value) {
  return value?.type !== undefined || value?.$ref !== undefined
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}
