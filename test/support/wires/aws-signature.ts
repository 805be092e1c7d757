import { createHash, createHmac } from 'node:crypto'
import type { AwsKey } from '../../../server/platform/auth/aws-keys.js'

export interface SignedRequest {
  readonly url: URL
  readonly method: string
  readonly body: string
  /** Further headers that are signed. */
  readonly headers?: Readonly<Record<string, string>>
  /** The time of the signature; now unless it is given. */
  readonly at?: Date
  readonly service?: string
}

/** Signs a request as AWS does, version 4, and returns its headers. */
export function signed(
  { accessKeyId, secret }: AwsKey,
  { url, method, body, headers = {}, at = new Date(), service = 'ses' }: SignedRequest,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-date': time }
  const names = Object.keys(all).toSorted()
  const canonical = [
    method,
    url.pathname.split('/').map(encoded).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${all[name] ?? ''}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const scope = [time.slice(0, 8), 'eu-central-1', service, 'aws4_request']
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n'))
  const credential = [accessKeyId, ...scope].join('/')
  const { host: _, ...sent } = all
  return {
    ...sent,
    Authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature.toString('hex')}`,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
