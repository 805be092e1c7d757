import { shellQuoted } from '../../../server/mail/text/shell-quoted.js'
import { jsonLiteral } from './literal.js'
import type { SampleRequest } from './sample-request.js'

/** The command that makes a request, to be pasted into a shell in which POSTSEAL_API_KEY is set. */
export function curlSample(request: SampleRequest, baseUrl: string): string {
  const { method, body, file, credential, idempotencyKey } = request
  const filters = Object.entries(request.query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const query = new URLSearchParams(filters).toString()
  // curl sends POST by itself where there is a body.
  const usual = body === undefined && file === undefined ? 'GET' : 'POST'
  const arguments_ = [
    `${method === usual ? '' : `-X ${method} `}${word(baseUrl + request.path + (query && `?${query}`))}`,
    credential && '-H "Authorization: Bearer $POSTSEAL_API_KEY"',
    idempotencyKey && `-H ${shellQuoted(`Idempotency-Key: ${idempotencyKey}`)}`,
    body !== undefined && "-H 'Content-Type: application/json'",
    file && `-H 'Content-Type: ${file.mediaType}'`,
    file && `--data-binary @${file.name}`,
    body !== undefined && `-d ${shellQuoted(jsonLiteral(body)).replaceAll('\n', '\n  ')}`,
  ].filter((argument) => typeof argument === 'string' && argument !== '')
  const comment = credential === undefined ? '' : `# POSTSEAL_API_KEY is ${credential}.\n`
  return `${comment}curl -sS ${arguments_.join(' \\\n  ')}\n`
}

/** A word that needs no quotes is easier to read without them. */
function word(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : shellQuoted(text)
}
