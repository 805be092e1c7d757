import { createHash, createHmac } from 'node:crypto'
import type { Signable } from '../credentials.js'

/** The credentials of an AWS account, and the place that requests go to. */
export interface AwsSigner {
  readonly accessKeyId: string
  readonly secret: string
  /** The token of temporary credentials. */
  readonly sessionToken?: string
  readonly region: string
  readonly service: string
}

const algorithm = 'AWS4-HMAC-SHA256'

/**
 * Signs a request as AWS does, version 4
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 *
 * @returns the headers to add to the request
 */
export function awsSignature(
  { accessKeyId, secret, sessionToken, region, service }: AwsSigner,
  { method, url, body }: Signable,
): Record<string, string> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const added = {
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  }
  const signed = { ...(body !== '' && { 'content-type': 'application/json' }), host: url.host, ...added }
  const names = Object.keys(signed).join(';')
  const request = [
    method,
    // Signers of all services but S3 encode each segment once more than the URL does.
    url.pathname.split('/').map(encoded).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...Object.entries(signed).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    sha256(body),
  ].join('\n')
  const scope = [time.slice(0, 8), region, service, 'aws4_request']
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`)
  const signature = hmac(key, [algorithm, time, scope.join('/'), sha256(request)].join('\n')).toString('hex')
  const credential = [accessKeyId, ...scope].join('/')
  return {
    ...added,
    Authorization: `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Encodes all but the unreserved characters (RFC 3986, section 2.3). */
function encoded(text: string): string {
  const asHex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replace(/[!'()*]/g, asHex)
}
