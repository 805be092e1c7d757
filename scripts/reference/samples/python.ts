import { Code, pythonArguments, pythonLiteral } from '../../../base/text/literal.js'
import type { SampleReply, SampleRequest } from './sample-request.js'
import { pythonMethodOf, snakeCase } from '../../../base/contract/sdk-method.js'

/** A program that makes a request by the Python client. */
export function pythonSample(request: SampleRequest, baseUrl: string): string {
  const { credential, file } = request
  return [
    ...(file ? ['from pathlib import Path', ''] : []),
    'from postseal import Postseal',
    '',
    ...(credential === undefined ? [] : [`# POSTSEAL_API_KEY is ${credential}.`]),
    `client = Postseal${pythonArguments([], { base_url: baseUrl, ...withoutKey(credential) })}`,
    '',
    use(request.reply, call(request)),
    '',
  ].join('\n')
}

/** A client needs no key where it leaves the header out. */
function withoutKey(credential: string | undefined) {
  return credential === undefined && { default_headers: { Authorization: null } }
}

function call({ operationId, tag, ids, body, file, query, idempotencyKey }: SampleRequest): string {
  const { resource, name } = pythonMethodOf(operationId, tag)
  const given: unknown[] = [...ids]
  if (body !== undefined) given.push(body)
  if (file !== undefined) given.push(new Code(`Path(${pythonLiteral(file.name)}).read_bytes()`))
  if (Object.keys(query).length > 0) given.push(query)
  const keywords = idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }
  return `client.${resource}.${name}${pythonArguments(given, keywords)}`
}

function use(reply: SampleReply, call: string): string {
  if (reply.kind === 'none') return call
  const name = snakeCase(reply.schema)
  if (reply.kind === 'one') return `${name} = ${call}`
  return `for ${name} in ${call}:\n    print(${name}[${pythonLiteral(reply.field)}])`
}
