import { jsonLiteral } from '../../../base/text/literal.js'
import { shellQuoted } from '../../../base/text/shell-quoted.js'

/** A request in the form in which curl makes it. */
export interface CurlRequest {
  /** The method in capitals: `POST`. */
  readonly method: string
  readonly url: string
  /** True if the request takes a credential. */
  readonly isAuthorized: boolean
  readonly idempotencyKey: string | undefined
  /** The media type of the reply, if it is not the default one. */
  readonly accept?: string
  /** A value to be written as JSON. */
  readonly body?: unknown
  /** The file that is sent as the body; its name is `-` for standard input. */
  readonly file: { readonly name: string; readonly mediaType: string } | undefined
}

/** Returns the command that makes a request, to be pasted into a shell in which POSTSEAL_API_KEY is set. */
export function curlCommand(request: CurlRequest): string {
  const { method, url, isAuthorized, idempotencyKey, accept, body, file } = request
  // curl sends POST by itself where there is a body.
  const usual = body === undefined && file === undefined ? 'GET' : 'POST'
  const arguments_ = [
    `${method === usual ? '' : `-X ${method} `}${word(url)}`,
    isAuthorized && '-H "Authorization: Bearer $POSTSEAL_API_KEY"',
    accept && `-H ${shellQuoted(`Accept: ${accept}`)}`,
    idempotencyKey && `-H ${shellQuoted(`Idempotency-Key: ${idempotencyKey}`)}`,
    body !== undefined && "-H 'Content-Type: application/json'",
    file && `-H 'Content-Type: ${file.mediaType}'`,
    file && `--data-binary @${word(file.name)}`,
    body !== undefined && `-d ${shellQuoted(jsonLiteral(body)).replaceAll('\n', '\n  ')}`,
  ].filter((argument) => typeof argument === 'string' && argument !== '')
  return `curl -sS ${arguments_.join(' \\\n  ')}\n`
}

/** Returns a word of the shell. A word that needs no quotes is easier to read without them. */
function word(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : shellQuoted(text)
}
