import { isIP } from 'node:net'
import type { Config } from '../../../platform/config/config.js'
import { localUrl } from '../../../platform/http/connection/public-url.js'
import { isLoopbackUrl } from '../../../mail/network/address-ranges.js'
import { encrypt, whyNotTrusted } from '../../../product/delivery/smtp/session/tls.js'
import { ConnectionFailed } from '../../../product/delivery/smtp/connector.js'
import { StepFailed } from '../../../product/delivery/smtp/session/step-failed.js'
import { connectTcp } from '../../../product/delivery/smtp/transports/configured.js'
import { failed, ok, skipped, warning, type Check, type Finding } from './check.js'
import { certificateFinding } from './incoming.js'

const answerMs = 5_000

/** Answer of an address to a request for the service's health. */
interface Answer {
  /** True if it is the health of a service, well or not. */
  readonly isService: boolean
  readonly status: number
  /** Milliseconds by which this host's clock is ahead of the Date of the answer; NaN if it has none. */
  readonly aheadMs: number
}

/** An answer, or the reason why there was none. */
type Asked = Answer | { readonly error: string }

export interface PublicAddress {
  readonly url: string | undefined
  /** Answer of the public URL; undefined if none is set. */
  readonly outside: Promise<Asked | undefined>
  /** Resolves to true if a service answers on this host's own port. */
  readonly isRunning: Promise<boolean>
}

/** Requests the service's health, by its public URL and on this host. */
export function askPublicAddress({ publicUrl, host, port }: Config): PublicAddress {
  return {
    url: publicUrl,
    outside: publicUrl === undefined ? Promise.resolve(undefined) : ask(publicUrl),
    isRunning:
      port === 0
        ? Promise.resolve(false)
        : ask(localUrl(host, port)).then((asked) => !('error' in asked) && asked.isService),
  }
}

async function ask(base: string): Promise<Asked> {
  const began = Date.now()
  try {
    const reply = await request(`${base}/healthz`)
    const middle = (began + Date.now()) / 2
    const body: unknown = await reply.json().catch(() => undefined)
    const isService =
      reply.status === 200
        ? (body as { status?: unknown } | undefined)?.status === 'ok'
        : reply.status === 503 && (body as { error?: unknown } | undefined)?.error !== undefined
    // The header's time lacks the fraction of a second.
    const aheadMs = middle - (Date.parse(reply.headers.get('date') ?? '') + 500)
    return { isService, status: reply.status, aheadMs }
  } catch (error) {
    return { error: reasonOf(error) }
  }
}

function request(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(answerMs) })
}

function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return `no answer within ${answerMs / 1000} seconds`
  return cause?.code ?? cause?.message ?? message
}

/**
 * Makes the checks that the public URL leads to the service, encrypted, and shows nobody the pages for the operator.
 */
export function publicUrlChecks(address: PublicAddress): Check[] {
  const { url } = address
  if (url === undefined) return [{ name: 'public URL', run: () => skipped('POSTSEAL_PUBLIC_URL is not set') }]
  const secure = new URL(url).protocol === 'https:'
  return [
    { name: 'public URL', run: () => checkUrl(address, url, secure) },
    ...(secure ? [{ name: 'public TLS', run: () => checkPublicTls(url) }] : []),
    { name: 'private pages', run: () => checkPrivatePages(address, url) },
  ]
}

async function checkUrl(
  { outside, isRunning }: PublicAddress,
  url: string,
  secure: boolean,
): Promise<Finding> {
  const [asked, running] = await Promise.all([outside, isRunning])
  if (asked === undefined) return skipped('POSTSEAL_PUBLIC_URL is not set')
  if (!('error' in asked) && asked.isService) {
    if (secure || isLoopbackUrl(url)) return ok(`${url} leads to the service`)
    return warning(
      `${url} points to the service, unencrypted`,
      'Keys and mail can be read in transit: put a proxy with TLS in front of the service, and use https.',
    )
  }
  const seen =
    'error' in asked
      ? `${url}: ${asked.error}`
      : `${url}/healthz answers ${asked.status}, which is not the service`
  if (!running) return skipped(`${seen}; the service does not run on this host`)
  return failed(
    seen,
    'Make sure that its name points to the proxy, and that the proxy forwards requests to the port of the service.',
  )
}

async function checkPublicTls(url: string): Promise<Finding> {
  const { hostname: text, port } = new URL(url)
  const hostname = text.replace(/^\[|\]$/g, '')
  try {
    const socket = await connectTcp(hostname, port === '' ? 443 : Number(port), answerMs)
    const encrypted = await encrypt(socket, hostname, { ms: answerMs, failure: 'tls', ca: undefined })
    const objection = whyNotTrusted(encrypted)
    const { valid_to: validTo } = encrypted.getPeerCertificate()
    encrypted.destroy()
    const finding = certificateFinding({ validTo, names: true, hostname })
    if (objection === undefined || finding.status === 'failed') return finding
    return failed(
      objection.replace(/\.$/, ''),
      `Give the proxy a certificate for ${hostname} with its whole chain, such as one from Let's Encrypt.`,
    )
  } catch (error) {
    if (error instanceof ConnectionFailed) return skipped(error.message.replace(/\.$/, ''))
    if (!(error instanceof StepFailed) || error.result.reply !== undefined) throw error
    return failed(error.result.error.replace(/\.$/, ''), 'Make sure that the proxy uses TLS on this port.')
  }
}

const privatePages = ['/metrics', '/sink']

async function checkPrivatePages({ outside }: PublicAddress, url: string): Promise<Finding> {
  const asked = await outside
  if (asked === undefined || 'error' in asked || !asked.isService)
    return skipped('the public URL does not point to the service')
  // From this host a loopback address is allowed to read them.
  if (isLoopbackUrl(url) || isIP(new URL(url).hostname) !== 0)
    return skipped(`${url} is not a name that others use`)
  const shown = await shownPages(url)
  if (shown.length === 0) return ok(`${privatePages.join(' and ')} are not public`)
  return failed(
    `${shown.join(' and ')} can be read at ${url}`,
    'Make the proxy refuse these paths, and list it in POSTSEAL_TRUSTED_PROXIES: see docs/operate/proxy.md.',
  )
}

/** Returns the pages for the operator that are shown to anybody. */
export async function shownPages(url: string): Promise<string[]> {
  const replies = await Promise.all(privatePages.map((page) => request(`${url}${page}`)))
  return privatePages.filter((_page, index) => replies[index]?.ok === true)
}

const farMs = 2_000

/** Compares this host's clock with those of the database and of the public URL. */
export async function checkClock(
  databaseAheadMs: number | undefined,
  outside: PublicAddress['outside'],
): Promise<Finding> {
  const asked = await outside
  const publicAheadMs = asked === undefined || 'error' in asked ? NaN : asked.aheadMs
  const compared = [
    { whom: 'the database', aheadMs: databaseAheadMs ?? NaN },
    { whom: 'the public URL', aheadMs: publicAheadMs },
  ].filter(({ aheadMs }) => !Number.isNaN(aheadMs))
  if (compared.length === 0) return skipped('there is no other clock to compare with')
  const far = compared.filter(({ aheadMs }) => Math.abs(aheadMs) > farMs)
  const [worst] = far
  if (worst === undefined)
    return ok(`within ${farMs / 1000} seconds of ${compared.map(({ whom }) => whom).join(' and ')}`)
  const seconds = Math.round(Math.abs(worst.aheadMs) / 1000)
  return warning(
    `${seconds} seconds ${worst.aheadMs > 0 ? 'ahead of' : 'behind'} ${worst.whom}`,
    'Synchronize the clocks of both, such as with chrony. Signatures and sessions depend on them.',
  )
}
