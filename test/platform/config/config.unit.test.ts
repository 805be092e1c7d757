import { expect, test } from 'vitest'
import { readConfig } from '../../../server/platform/config/config.js'
import { ConfigError } from '../../../server/platform/config/config-error.js'
import { readTransport } from '../../../server/platform/config/transport.js'

const secret = Buffer.alloc(32, 7).toString('base64')

test.each<[string, string]>([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80a'],
  ['PORT', '8.0'],
  ['DATABASE_URL', 'mysql://user:hunter2@host/db'],
  ['DATABASE_URL', 'host/db'],
  ['POSTSEAL_SECRET_KEY', 'short'],
  ['POSTSEAL_SECRET_KEY', `${secret}x`],
  ['POSTSEAL_PREVIOUS_SECRET_KEY', 'short'],
  ['POSTSEAL_LOG_FORMAT', 'text'],
  ['POSTSEAL_TRANSPORT', 'smtp'],
  ['POSTSEAL_TRANSPORT', 'smtp://'],
  ['POSTSEAL_TRANSPORT', 'smtp://relay.example/path'],
  ['POSTSEAL_TRANSPORT', 'smtp://relay.example?tls=yes'],
  ['POSTSEAL_TRANSPORT', 'smtp://relay.example?starttls=maybe'],
  ['POSTSEAL_TRANSPORT', 'smtps://relay.example?starttls=never'],
  ['POSTSEAL_TRANSPORT', 'smtp://user:50%@relay.example'],
  ['POSTSEAL_HOSTNAME', 'mail'],
  ['POSTSEAL_HOSTNAME', '192.0.2.1'],
  ['POSTSEAL_RETURN_PATH_DOMAIN', 'bounces@shop.example'],
  ['POSTSEAL_DNS_SERVERS', 'dns.example'],
  ['POSTSEAL_FEEDBACK_PROVIDERS', 'com'],
  ['POSTSEAL_FEEDBACK_PROVIDERS', 'fbl.provider.example, co.uk'],
  ['POSTSEAL_FEEDBACK_PROVIDERS', '*.provider.example'],
  ['POSTSEAL_FEEDBACK_PROVIDERS', '@provider.example'],
  ['POSTSEAL_DNS_SERVERS', '192.0.2.53:0'],
  ['POSTSEAL_DNS_BLOCK_LISTS', 'https://zen.spamhaus.org'],
  ['POSTSEAL_DNS_BLOCK_LISTS', 'zen.spamhaus.org, 192.0.2.1'],
  ['POSTSEAL_DNS_BLOCK_LISTS', 'org'],
  ['POSTSEAL_DNS_BLOCK_LISTS', `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.lists.example`],
  ['POSTSEAL_DNS_BLOCK_LISTS', Array.from({ length: 21 }, (_, i) => `list${i}.example`).join(',')],
  ['POSTSEAL_ALLOWED_MX_CIDRS', '10.0.0.0/33'],
  ['POSTSEAL_DATABASE_CONNECTIONS', '1'],
  ['POSTSEAL_DATABASE_CONNECTIONS', '1001'],
  ['POSTSEAL_STATEMENT_TIMEOUT', '0'],
  ['POSTSEAL_STATEMENT_TIMEOUT', '61'],
  ['POSTSEAL_SHUTDOWN_GRACE', '-1'],
  ['POSTSEAL_START_HELD', 'true'],
  ['POSTSEAL_START_HELD', 'last week'],
  ['POSTSEAL_SHUTDOWN_GRACE', '301'],
  ['POSTSEAL_EMBEDDED_FLUSH', 'off'],
  ['POSTSEAL_SINK_PORT', 'x'],
  ['POSTSEAL_INBOUND_PORT', '70000'],
  ['POSTSEAL_SINK_ALLOWED_CIDRS', '10.0.0.0/33'],
  ['POSTSEAL_METRICS_ALLOWED_CIDRS', 'prometheus'],
  ['POSTSEAL_TRUSTED_PROXIES', '127.0.0.1, proxy.local'],
  ['POSTSEAL_TRUSTED_PROXIES', '10'],
  ['POSTSEAL_PUBLIC_URL', 'mail.example'],
  ['POSTSEAL_PUBLIC_URL', 'ftp://mail.example'],
  ['POSTSEAL_ROLES', 'api,web'],
  ['POSTSEAL_LOG_LEVEL', 'loud'],
  ['POSTSEAL_SENDS_PER_MINUTE', '99'],
  ['POSTSEAL_SENDS_PER_MINUTE', 'unlimited'],
  ['POSTSEAL_REQUESTS_PER_MINUTE', '0'],
  ['POSTSEAL_SIGN_INS_PER_ADDRESS', '0'],
  ['POSTSEAL_SIGN_INS_PER_ADDRESS', '10001'],
  ['POSTSEAL_BODY_MEMORY_MB', '19'],
  ['POSTSEAL_REQUIRE_VERIFIED_DOMAINS', 'yes'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'http://localhost:6379'],
  ['REDIS_URL', 'redis://'],
])('%s=%s is refused by its name', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} takes `))
})

test('secrets are not repeated', () => {
  const wrong = {
    POSTSEAL_SECRET_KEY: `${secret}x`,
    DATABASE_URL: 'mysql://user:hunter2@host/db',
    REDIS_URL: 'http://user:hunter2@host',
    POSTSEAL_TRANSPORT: 'smtp://user:hunter2@relay.example?starttls=never',
    POSTSEAL_DNS_BLOCK_LISTS: 'hunter2.zen.dq.spamhaus.net/',
  }
  for (const [name, value] of Object.entries(wrong)) {
    let message = ''
    try {
      readConfig({ [name]: value })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(name)
    expect(message).not.toMatch(/hunter2|BwcHBw/)
  }
})

test.each(['a/b', 'a#b', 'a?b', '12/34', 'a/b@c'])(
  'a relay password such as %s gets the advice to percent-encode it',
  (password) => {
    for (const scheme of ['smtp', 'smtps']) {
      const read = () => readConfig({ POSTSEAL_TRANSPORT: `${scheme}://user:${password}@relay.example:587` })
      expect(read).toThrow(/Percent-encode special characters .* \/ is %2F, # is %23/)
      expect(read).not.toThrow(password)
    }
    const encoded = encodeURIComponent(password)
    expect(readTransport(`smtps://user:${encoded}@relay.example`)).toMatchObject({
      credentials: { password },
    })
  },
)

test('mail that leaves the house leaves it under a name', () => {
  const POSTSEAL_TRANSPORT = 'mx'
  const trial = { POSTSEAL_TRANSPORT, POSTSEAL_ALLOW_HTTP: 'true' }
  expect(() => readConfig(trial)).toThrow(/^POSTSEAL_HOSTNAME is required unless/)
  expect(() => readConfig({ ...trial, POSTSEAL_HOSTNAME: 'mail.shop.example' })).toThrow(
    /^POSTSEAL_RETURN_PATH_DOMAIN is required unless/,
  )
  expect(
    readConfig({ POSTSEAL_TRANSPORT, POSTSEAL_PUBLIC_URL: 'https://Mail.shop.example/x' }),
  ).toMatchObject({
    hostname: 'mail.shop.example',
    returnPathDomain: 'mail.shop.example',
    requireVerifiedDomains: true,
    inboundHost: '::',
  })
})

test.each(['mx', 'smtp://relay.example'])(
  'links in mail that leaves by %s are https',
  (POSTSEAL_TRANSPORT) => {
    const names = {
      POSTSEAL_HOSTNAME: 'mail.shop.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
    }
    const live = { ...names, POSTSEAL_TRANSPORT }
    expect(() => readConfig(live)).toThrow(/^POSTSEAL_PUBLIC_URL is required unless .* "sink"/)
    const inClear = { ...live, POSTSEAL_PUBLIC_URL: 'http://mail.shop.example' }
    expect(() => readConfig(inClear)).toThrow(
      /^POSTSEAL_PUBLIC_URL takes an https address, not "http:\/\/mail\.shop\.example", unless/,
    )
    expect(readConfig({ ...inClear, POSTSEAL_ALLOW_HTTP: 'true' }).publicUrl).toBe('http://mail.shop.example')
    expect(readConfig({ ...live, POSTSEAL_ALLOW_HTTP: 'true' }).publicUrl).toBeUndefined()
  },
)

test('a certificate needs its key', () => {
  expect(() => readConfig({ POSTSEAL_INBOUND_TLS_CERT: 'cert.pem' })).toThrow(/go together/)
  const both = { POSTSEAL_INBOUND_TLS_CERT: '/cert.pem', POSTSEAL_INBOUND_TLS_KEY: '/key.pem' }
  expect(readConfig(both).inboundTls).toEqual({ certFile: '/cert.pem', keyFile: '/key.pem' })
})

const user = { user: 'us@er', password: 'p:w/d' }
test.each<[string, object]>([
  ['mx', { kind: 'mx' }],
  [
    'smtp://relay.example',
    { host: 'relay.example', port: 587, tls: 'opportunistic', credentials: undefined },
  ],
  ['smtp://[2001:db8::1]:25/?starttls=never', { host: '2001:db8::1', port: 25, tls: 'never' }],
  ['smtp://us%40er:p%3Aw%2Fd@relay.example', { port: 587, tls: 'required', credentials: user }],
  ['smtps://us%40er:p%3Aw%2Fd@relay.example', { port: 465, tls: 'implicit', credentials: user }],
])('the transport %s', (POSTSEAL_TRANSPORT, expected) => {
  const POSTSEAL_PUBLIC_URL = 'https://mail.shop.example'
  expect(readConfig({ POSTSEAL_TRANSPORT, POSTSEAL_PUBLIC_URL }).transport).toMatchObject(expected)
})

test('PostgreSQL needs a secret that every process shares', () => {
  const DATABASE_URL = 'postgres://localhost/postseal'
  expect(() => readConfig({ DATABASE_URL })).toThrow(/^POSTSEAL_SECRET_KEY is required with DATABASE_URL/)
  expect(readConfig({ DATABASE_URL, POSTSEAL_SECRET_KEY: secret }).databaseUrl).toBe(DATABASE_URL)
})

test('nothing set is a service of its own on this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    databaseUrl: undefined,
    roles: ['api', 'delivery', 'webhooks', 'inbound', 'scheduler', 'programs', 'sink'],
    sinkHost: '127.0.0.1',
    sinkAllowedCidrs: ['127.0.0.0/8', '::1/128'],
    metricsAllowedCidrs: ['127.0.0.0/8', '::1/128'],
    bodyMemory: { maxLargeBytes: 80_000_000, maxHandledBytes: 16_000_000 },
    trustedProxies: [],
    requireVerifiedDomains: false,
    sendsPerMinute: 60_000,
    requestsPerMinute: 60_000,
    shutdownGraceSeconds: 5,
    redisUrl: undefined,
    publicUrl: undefined,
    transport: { kind: 'sink' },
    hostname: 'postseal.localhost',
    returnPathDomain: 'postseal.localhost',
    inboundHost: '127.0.0.1',
    dnsServers: [],
    dnsBlockLists: [],
  })
})

test('an empty variable counts as unset, and white space around a value does not count', () => {
  expect(readConfig({ PORT: '', POSTSEAL_ROLES: ' ' })).toMatchObject({ port: 4000, roles: { length: 7 } })
  expect(readConfig({ PORT: ' 8080 ' }).port).toBe(8080)
})

test.each<[string, string, object]>([
  ['POSTSEAL_ROLES', 'delivery, api', { roles: ['delivery', 'api'] }],
  [
    'POSTSEAL_ROLES',
    'all',
    { roles: ['api', 'delivery', 'webhooks', 'inbound', 'scheduler', 'programs', 'sink'] },
  ],
  ['POSTSEAL_TRUSTED_PROXIES', '10.0.0.0/8,::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
  ['POSTSEAL_REQUIRE_VERIFIED_DOMAINS', 'true', { requireVerifiedDomains: true }],
  ['POSTSEAL_EMBEDDED_FLUSH', 'false', { embeddedFlush: false }],
  [
    'POSTSEAL_DNS_SERVERS',
    '192.0.2.53, 2001:db8::53,[2001:db8::53]:5353',
    { dnsServers: ['192.0.2.53', '2001:db8::53', '[2001:db8::53]:5353'] },
  ],
  [
    'POSTSEAL_DNS_BLOCK_LISTS',
    'Zen.Spamhaus.org, bl.spamcop.net,zen.spamhaus.org',
    { dnsBlockLists: ['zen.spamhaus.org', 'bl.spamcop.net'] },
  ],
  [
    'POSTSEAL_FEEDBACK_PROVIDERS',
    'FBL.provider.example, staff@mail.example',
    {
      feedbackProviders: expect.arrayContaining([
        'arf.mail.yahoo.com',
        'fbl.provider.example',
        'staff@mail.example',
      ]) as string[],
    },
  ],
  ['POSTSEAL_START_HELD', '2030-01-31', { startHeld: '2030-01-31' }],
  ['POSTSEAL_SHUTDOWN_GRACE', '0', { shutdownGraceSeconds: 0 }],
  ['POSTSEAL_SENDS_PER_MINUTE', '100', { sendsPerMinute: 100 }],
  ['POSTSEAL_REQUESTS_PER_MINUTE', '1', { requestsPerMinute: 1 }],
  [
    'POSTSEAL_SIGN_INS_PER_ADDRESS',
    '250',
    { rateLimits: { windowSeconds: 60, checksPerMinute: 10, signIns: 250 } },
  ],
  [
    'REDIS_URL',
    'rediss://:secret@redis.internal:6380/2',
    { redisUrl: 'rediss://:secret@redis.internal:6380/2' },
  ],
  ['POSTSEAL_PUBLIC_URL', 'https://mail.example/post/', { publicUrl: 'https://mail.example/post' }],
])('%s=%s', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})
