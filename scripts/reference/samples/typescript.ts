import { callArguments, Code, typescriptLiteral } from '../../../base/text/literal.js'
import type { SampleReply, SampleRequest } from './sample-request.js'
import { sdkMethodOf } from '../../../base/contract/sdk-method.js'

/** A program that makes a request by the SDK. */
export function typescriptSample(request: SampleRequest, baseUrl: string): string {
  const { credential, file } = request
  return [
    ...(file ? [`import { readFile } from 'node:fs/promises'`] : []),
    `import { Postseal } from 'postseal'`,
    '',
    ...(credential === undefined ? [] : [`// POSTSEAL_API_KEY is ${credential}.`]),
    `const client = new Postseal${callArguments([{ baseURL: baseUrl, ...withoutKey(credential) }])}`,
    '',
    use(request.reply, call(request)),
    '',
  ].join('\n')
}

/** A client needs no key where it leaves the header out. */
function withoutKey(credential: string | undefined) {
  return credential === undefined && { defaultHeaders: { Authorization: null } }
}

function call({ operationId, tag, ids, body, file, query, idempotencyKey }: SampleRequest): string {
  const { resource, name } = sdkMethodOf(operationId, tag)
  const given: unknown[] = [...ids]
  if (body !== undefined) given.push(body)
  if (file !== undefined) given.push(new Code(`await readFile(${typescriptLiteral(file.name)})`))
  if (Object.keys(query).length > 0) given.push(query)
  if (idempotencyKey !== undefined) given.push({ idempotencyKey })
  return `client.${resource}.${name}${callArguments(given)}`
}

function use(reply: SampleReply, call: string): string {
  if (reply.kind === 'none') return `await ${call}`
  const name = reply.schema.charAt(0).toLowerCase() + reply.schema.slice(1)
  if (reply.kind === 'one') return `const ${name} = await ${call}`
  return `for await (const ${name} of ${call}) {\n  console.log(${name}.${reply.field})\n}`
}
