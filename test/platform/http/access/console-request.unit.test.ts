import { describe, expect, test } from 'vitest'
import { consoleRequests } from '../../../../server/platform/http/access/console-request.js'
import { isLoopbackUrl, subscriberNetwork } from '../../../../server/mail/network/address-ranges.js'

/** Which requests come from the console: only their cookies count. */

const ofConsole = { 'postseal-console': '1' }
const local = { url: 'http://localhost:4000', cookie: 'postseal_4000=a.b.c' }
const secure = { url: 'https://mail.shop.example', cookie: '__Host-postseal=a.b.c' }

const accepted: readonly [string, string, Record<string, string>][] = [
  [
    'a page of the service',
    secure.url,
    { ...ofConsole, 'sec-fetch-site': 'same-origin', cookie: secure.cookie },
  ],
  ['a browser that says nothing of the site', secure.url, { ...ofConsole, cookie: secure.cookie }],
  ['one that names the origin', secure.url, { ...ofConsole, origin: secure.url, cookie: secure.cookie }],
  [
    'a page on this machine',
    local.url,
    { ...ofConsole, 'sec-fetch-site': 'same-origin', cookie: local.cookie },
  ],
  ['with other cookies', local.url, { ...ofConsole, cookie: `a=b; ${local.cookie}; __Host-postseal=x` }],
  ['at port 80', 'http://127.0.0.1', { ...ofConsole, cookie: 'postseal_80=a.b.c' }],
  [
    'by another name of this machine',
    local.url,
    { ...ofConsole, host: '127.0.0.1:4000', cookie: local.cookie },
  ],
  ['at IPv6', 'http://[::1]:4000', { ...ofConsole, cookie: local.cookie }],
  [
    'under a path',
    'https://shop.example/mail',
    { ...ofConsole, origin: 'https://shop.example', cookie: secure.cookie },
  ],
]

test.each(accepted)('%s', (_name, url, headers) => {
  expect(consoleRequests(url).judge(headers)).toEqual({ fromConsole: true, token: 'a.b.c' })
})

const refused: readonly [string, string, Record<string, string>, string][] = [
  ['no header, as of a form', secure.url, { cookie: secure.cookie }, 'Postseal-Console'],
  ...['cross-site', 'same-site', 'none', '', 'same-origin, same-origin', 'Same-Origin'].map(
    (site) =>
      [
        `the site ${site}`,
        secure.url,
        { ...ofConsole, 'sec-fetch-site': site, origin: secure.url, cookie: secure.cookie },
        'another origin',
      ] as [string, string, Record<string, string>, string],
  ),
  ...['https://evil.example', 'http://mail.shop.example', 'https://mail.shop.example:8443', 'null', ''].map(
    (origin) =>
      [
        `the origin ${origin}`,
        secure.url,
        { ...ofConsole, origin, cookie: secure.cookie },
        'another origin',
      ] as [string, string, Record<string, string>, string],
  ),
  [
    'two cookies',
    secure.url,
    { ...ofConsole, cookie: `${secure.cookie}; ${secure.cookie}` },
    'more than one',
  ],
  [
    'http beyond this machine',
    'http://mail.shop.example',
    { ...ofConsole, cookie: 'postseal_80=a.b.c' },
    'https',
  ],
  ...['mail.shop.example', '192.168.1.5:4000', 'localhost.evil.example:4000', 'a b'].map(
    (host) =>
      [
        `the host ${host} over http`,
        local.url,
        { ...ofConsole, host, 'sec-fetch-site': 'same-origin', cookie: local.cookie },
        'https',
      ] as [string, string, Record<string, string>, string],
  ),
  ['http in the local network', 'http://192.168.1.5:4000', { ...ofConsole, cookie: local.cookie }, 'https'],
]

test.each(refused)('not with %s', (_name, url, headers, reason) => {
  const verdict = consoleRequests(url).judge(headers)
  expect(verdict).toEqual({ fromConsole: false, refusal: expect.stringContaining(reason) as string })
})

describe('the cookie', () => {
  test('of another name is none', () => {
    const others = {
      ...ofConsole,
      cookie: 'postseal_4001=a; __Secure-postseal=b; X__Host-postseal=c; postseal_4000',
    }
    expect(consoleRequests(local.url).judge(others)).toEqual({ fromConsole: true, token: '' })
    expect(consoleRequests(secure.url).judge(others)).toEqual({ fromConsole: true, token: undefined })
    expect(consoleRequests(secure.url).judge({})).toEqual({ fromConsole: false })
  })

  test('is secure and bound to the host where the service has https', () => {
    expect(consoleRequests(secure.url).cookieOf('a.b.c')).toBe(
      '__Host-postseal=a.b.c; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
    )
    expect(consoleRequests(secure.url).removedCookie).toBe(
      '__Host-postseal=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    )
  })
})

test('this machine is known by its names and addresses', () => {
  for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'LOCALHOST'])
    expect(isLoopbackUrl(`http://${host}:1`)).toBe(true)
  for (const host of ['localhost.example', 'notlocalhost', '0.0.0.0', '[::]', '10.0.0.1', '127.0.0.1.nip.io'])
    expect(isLoopbackUrl(`http://${host}:1`)).toBe(false)
})

test('a subscriber has an IPv4 address, or 64 bits of IPv6', () => {
  expect(subscriberNetwork('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(subscriberNetwork('192.0.2.8')).toBe('192.0.2.8')
  expect(subscriberNetwork('2001:db8:1:2:3:4:5:6')).toBe(subscriberNetwork('2001:db8:1:2::9'))
  expect(subscriberNetwork('2001:db8:1:2::9')).not.toBe(subscriberNetwork('2001:db8:1:3::9'))
  expect(subscriberNetwork('fe80::1%eth0')).toBe('fe80::/64')
  expect(subscriberNetwork('')).toBe('')
})
