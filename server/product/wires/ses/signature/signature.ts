import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { keyIdOfAccessKey } from '../../../../platform/auth/aws-keys.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { WireSignature } from '../../frame/wire.js'
import { canonicalPaths, canonicalQuery } from './canonical.js'
import { SignatureError } from '../errors.js'

/**
 * Verifies signatures of AWS, version 4, in the header Authorization
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 */

const algorithm = 'AWS4-HMAC-SHA256'
/** Milliseconds that the clocks of a client and of the service may differ by. */
const toleranceMs = 5 * 60_000
/** The most characters of the header, and of the list of signed headers. A request of the packages has about 400. */
const longestHeader = 4_096

interface Claim {
  readonly accessKeyId: string
  readonly date: string
  readonly region: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
}

/**
 * Reads the signature of a request and checks all but the signature itself: its form, its time, and the headers that
 * it must cover.
 *
 * @throws SignatureError, or ApiError 401 `missing_credentials`
 */
export function signatureOf(req: Request): WireSignature {
  const { authorization } = req.headers
  if (authorization === undefined) throw unsigned(req)
  const claim = claimOf(authorization)
  const headers = headersOf(req)
  const time = timeOf(claim, headers)
  refuseUnsignedHeaders(claim, headers)
  const stated = headers.get('x-amz-content-sha256')
  if (stated !== undefined && !/^[0-9a-f]{64}$/.test(stated)) {
    throw new SignatureError(
      'InvalidSignatureException',
      'Sign the body: x-amz-content-sha256 must be its SHA-256 in hexadecimal digits.',
    )
  }
  const keyId = keyIdOfAccessKey(claim.accessKeyId)
  if (keyId === undefined) {
    throw new SignatureError(
      'UnrecognizedClientException',
      'The access key id is not one of Postseal. An API key has AWS credentials: postseal api-keys create-aws-credentials.',
    )
  }
  // All attempts of one call have this id, also those that a package signs anew.
  const invocation = headers.get('amz-sdk-invocation-id')
  const isCall =
    invocation !== undefined &&
    claim.signedHeaders.includes('amz-sdk-invocation-id') &&
    /^[\w-]{8,64}$/.test(invocation)
  const { method, originalUrl } = req
  return {
    keyId,
    idempotencyKey: isCall ? `aws:call:${invocation}` : `aws:${claim.signature}`,
    verify: (secrets, body) => {
      const hash = createHash('sha256').update(body).digest('hex')
      const isValid =
        (stated === undefined || stated === hash) &&
        isSignedWith(secrets, { claim, time, headers, hash, method, url: originalUrl })
      if (isValid) return
      throw new SignatureError(
        'InvalidSignatureException',
        'The signature does not match: the secret access key is another one, or the request was changed on its way.',
      )
    },
  }
}

function unsigned(req: Request): ApiError {
  const advice = 'Sign the request with AWS credentials of a Postseal API key, in the header Authorization.'
  if (/[?&]x-amz-(signature|algorithm)=/i.test(req.originalUrl))
    return new SignatureError(
      'IncompleteSignatureException',
      `A signature in the query is refused. ${advice}`,
    )
  return new ApiError('missing_credentials', advice)
}

function claimOf(authorization: string): Claim {
  const [, rest] = /^AWS4-HMAC-SHA256\s+(\S.*)$/.exec(authorization) ?? []
  const parts = (authorization.length <= longestHeader ? rest : undefined)?.split(',') ?? []
  const named = new Map(
    parts.map((part): [string, string] => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()]
    }),
  )
  const [, accessKeyId, date, region, service] =
    /^(\w{4,128})\/(\d{8})\/([\w-]{1,50})\/(\w{1,50})\/aws4_request$/.exec(named.get('Credential') ?? '') ??
    []
  const signature = named.get('Signature') ?? ''
  const signedHeaders = (named.get('SignedHeaders') ?? '').split(';')
  if (
    accessKeyId === undefined ||
    date === undefined ||
    region === undefined ||
    !/^[0-9a-f]{64}$/.test(signature)
  ) {
    throw new SignatureError(
      'IncompleteSignatureException',
      `The header Authorization must be "${algorithm} Credential=…, SignedHeaders=…, Signature=…".`,
    )
  }
  if (service !== 'ses') {
    throw new SignatureError('IncompleteSignatureException', 'The signature must be for the service "ses".')
  }
  return { accessKeyId, date, region, signedHeaders, signature }
}

type Headers = ReadonlyMap<string, string>

/** Returns the headers of a request as they are signed: names in small letters, values without needless space. */
function headersOf({ rawHeaders }: Request): Headers {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = (rawHeaders[at + 1] ?? '').trim().replace(/ +/g, ' ')
    const known = headers.get(name)
    headers.set(name, known === undefined ? value : `${known},${value}`)
  }
  return headers
}

/** Returns the time of the signature, as the header writes it. */
function timeOf({ date }: Claim, headers: Headers): string {
  const time = headers.get('x-amz-date') ?? fromHttpDate(headers.get('date'))
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time ?? '') ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (time === undefined || Number.isNaN(at) || !time.startsWith(date)) {
    throw new SignatureError(
      'IncompleteSignatureException',
      'The header x-amz-date must have the time of the signature, such as 20260114T093000Z, on the day of its credential.',
    )
  }
  if (Math.abs(Date.now() - at) > toleranceMs) {
    throw new SignatureError(
      'RequestExpired',
      `The request was signed at ${time}, more than 5 minutes from the time of this service.`,
    )
  }
  return time
}

function fromHttpDate(text: string | undefined): string | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Refuses a signature that leaves out a header that changes what the request means, or when. */
function refuseUnsignedHeaders({ signedHeaders }: Claim, headers: Headers): void {
  const needed = [
    'host',
    headers.has('x-amz-date') ? 'x-amz-date' : 'date',
    ...[...headers.keys()].filter((name) => name.startsWith('x-amz-')),
  ]
  const left = needed.find((name) => !signedHeaders.includes(name))
  const absent = signedHeaders.find((name) => !headers.has(name))
  const isSorted = signedHeaders.every(
    (name, index) => index === 0 || (signedHeaders[index - 1] ?? '') < name,
  )
  if (left === undefined && absent === undefined && isSorted) return
  const reason =
    left !== undefined
      ? `must name ${left}`
      : absent !== undefined
        ? `names ${absent.slice(0, 100)}, which the request does not have`
        : 'must be sorted, with each name once'
  throw new SignatureError('IncompleteSignatureException', `SignedHeaders ${reason}.`)
}

interface Signed {
  readonly claim: Claim
  readonly time: string
  readonly headers: Headers
  /** The SHA-256 of the body. */
  readonly hash: string
  readonly method: string
  readonly url: string
}

function isSignedWith(secrets: readonly string[], signed: Signed): boolean {
  const { claim, time } = signed
  const scope = `${claim.date}/${claim.region}/ses/aws4_request`
  const given = Buffer.from(claim.signature, 'hex')
  const texts = canonicalRequests(signed).map((request) =>
    [algorithm, time, scope, createHash('sha256').update(request).digest('hex')].join('\n'),
  )
  return secrets.some((secret) => {
    const keys = [claim.date, claim.region, 'ses', 'aws4_request']
    const key = keys.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`)
    return texts.some((text) => timingSafeEqual(hmac(key, text), given))
  })
}

/** Returns the forms of a request that may have been signed: packages differ in how they write its path. */
function canonicalRequests({ claim, headers, hash, method, url }: Signed): string[] {
  const [path = '', query = ''] = splitOnce(url, '?')
  const lines = claim.signedHeaders.map((name) => `${name}:${headers.get(name) ?? ''}\n`).join('')
  return canonicalPaths(path).map((form) =>
    [method, form, canonicalQuery(query), lines, claim.signedHeaders.join(';'), hash].join('\n'),
  )
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
