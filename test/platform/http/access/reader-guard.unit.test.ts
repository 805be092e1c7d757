import type { Request } from 'express'
import { expect, test } from 'vitest'
import { readerGuard } from '../../../../server/platform/http/access/reader-guard.js'
import { loopbackRanges } from '../../../../server/mail/network/address-ranges.js'

/** Returns the guard's refusal of a request for metrics, or undefined if the guard allows the request. */
function refusal(
  ip: string,
  host: string,
  headers: Record<string, string> = {},
  allow = [...loopbackRanges, '10.0.0.0/8'],
) {
  const guard = readerGuard({
    allow,
    publicUrl: 'https://mail.shop.example',
    subject: 'Metrics are',
    variable: 'POSTSEAL_METRICS_ALLOWED_CIDRS',
    checkHostOf: 'this machine',
  })
  const app = { get: () => false }
  return guard({ app, ip, headers: { host, ...headers } } as unknown as Request)
}

test.each([
  ['127.0.0.1', 'localhost:4000'],
  ['::1', '[::1]:4000'],
  ['10.1.2.3', '10.0.0.5:4000'],
  // In a private network, a service may be reached under names that it does not know.
  ['10.1.2.3', 'postseal:4000'],
])('%s may ask by %s', (ip, host) => {
  expect(refusal(ip, host)).toBeUndefined()
})

test.for<[string, string, string, Record<string, string>, RegExp]>([
  ['another address', '192.0.2.1', 'localhost', {}, /addresses in POSTSEAL_METRICS_ALLOWED_CIDRS/],
  ['a name that a web page points here', '127.0.0.1', 'evil.example', {}, /under the name of this service/],
  [
    'a proxy that is not trusted',
    '127.0.0.1',
    'localhost',
    { 'x-forwarded-for': '127.0.0.1' },
    /through a proxy/,
  ],
])('%s is refused', ([_name, ip, host, headers, sentence]) => {
  expect(refusal(ip, host, headers)).toMatch(sentence)
})
