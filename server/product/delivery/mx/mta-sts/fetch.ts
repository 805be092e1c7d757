import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { replyTo } from '../../../../mail/network/reply-to.js'

/**
 * Longest time for a fetch in milliseconds. RFC 8461 (section 3.3) allows a minute; mail waits for it, so the limit
 * is lower.
 */
const usualLimitMs = 15_000
/** Most bytes of a policy file (RFC 8461, section 3.3). */
const longestBody = 64 * 1024

export interface FetchOptions {
  /** Resolves the policy's host and leaves out addresses that must not be connected to. */
  readonly lookup: LookupFunction
  /** HTTPS port: 443 except in tests. */
  readonly port: number
  /** Time for the whole fetch in milliseconds; {@link usualLimitMs} except in tests. */
  readonly limitMs?: number
  /** Authorities to trust instead of those that Node knows. */
  readonly ca?: string
}

/**
 * Fetches a domain's MTA-STS policy from the place that RFC 8461 (section 3.2) sets.
 *
 * @throws Error for anything but a policy file: no valid certificate, a redirect, another type, more than 64 KiB
 */
export async function fetchPolicyFile(
  domain: string,
  { limitMs = usualLimitMs, ...options }: FetchOptions,
): Promise<string> {
  const host = `mta-sts.${domain}`
  const asked = request({
    host,
    servername: host,
    path: '/.well-known/mta-sts.txt',
    headers: { Accept: 'text/plain' },
    // Few domains are asked, each once in a while: nothing is kept open for them.
    agent: false,
    signal: AbortSignal.timeout(limitMs),
    ...options,
  })
  asked.end()
  const reply = await replyTo(asked)
  try {
    // A redirect is not followed (section 3.3): it could lead to whoever has control of some page of the
    // host.
    if (reply.statusCode !== 200) throw new Error(`${host} answered ${reply.statusCode}`)
    const type = reply.headers['content-type'] ?? ''
    // Section 3.2, so that a page that users can write to does not pass for a policy.
    if (!/^text\/plain *(;|$)/i.test(type)) throw new Error(`${host} sent another type than text/plain`)
    return await bodyOf(reply)
  } finally {
    asked.destroy()
  }
}

async function bodyOf(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestBody) throw new Error('the policy is longer than 64 KiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
