import { jsonLiteral } from '../../../base/text/literal.js'
import { shellQuoted } from '../../../base/text/shell-quoted.js'

/** A request as curl sends it. */
export interface CurlRequest {
  /** The method in capitals: `POST`. */
  readonly method: string
  readonly url: string
  /** True if the request needs a credential. */
  readonly isAuthorized: boolean
  readonly idempotencyKey: string | undefined
  /** The media type of the reply, if it is not the default one. */
  readonly accept?: string
  /** A value to send as JSON. */
  readonly body?: unknown
  /** The file to send as the body. Its name is `-` for standard input. */
  readonly file: { readonly name: string; readonly mediaType: string } | undefined
}

/** Returns the curl command for a request, to paste into a shell in which POSTSEAL_API_KEY is set. */
export function curlCommand(request: CurlRequest): string {
  const { method, url, isAuthorized, idempotencyKey, accept, body, file } = request
  // curl uses POST by default if there is a body.
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

/** Returns a shell word. Omits the quotes if they are not needed, for readability. */
function word(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : shellQuoted(text)
}
