import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.js'
import { ConfigError } from '../../server/config/config-error.js'

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
  ['POSTSEAL_TRANSPORT', 'smtp'],
  ['POSTSEAL_DATABASE_CONNECTIONS', '1'],
  ['POSTSEAL_DATABASE_CONNECTIONS', '1001'],
  ['POSTSEAL_SINK_PORT', 'x'],
  ['POSTSEAL_INBOUND_PORT', '70000'],
  ['POSTSEAL_SINK_ALLOWED_CIDRS', '10.0.0.0/33'],
  ['POSTSEAL_TRUSTED_PROXIES', '127.0.0.1, proxy.local'],
  ['POSTSEAL_TRUSTED_PROXIES', '10'],
  ['POSTSEAL_PUBLIC_URL', 'mail.example'],
  ['POSTSEAL_PUBLIC_URL', 'ftp://mail.example'],
  ['POSTSEAL_ROLES', 'api,web'],
  ['POSTSEAL_LOG_LEVEL', 'loud'],
  ['POSTSEAL_SENDS_PER_MINUTE', '99'],
  ['POSTSEAL_SENDS_PER_MINUTE', 'unlimited'],
  ['POSTSEAL_REQUESTS_PER_MINUTE', '0'],
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

test('PostgreSQL needs a secret that every process shares', () => {
  const DATABASE_URL = 'postgres://localhost/postseal'
  expect(() => readConfig({ DATABASE_URL })).toThrow(/^POSTSEAL_SECRET_KEY is required with DATABASE_URL/)
  expect(readConfig({ DATABASE_URL, POSTSEAL_SECRET_KEY: secret }).databaseUrl).toBe(DATABASE_URL)
})

test('nothing set is a service of its own on this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    databaseUrl: undefined,
    roles: ['api', 'delivery', 'scheduler', 'sink'],
    sinkHost: '127.0.0.1',
    trustedProxies: [],
    requireVerifiedDomains: false,
    sendsPerMinute: 60_000,
    requestsPerMinute: 60_000,
    redisUrl: undefined,
    publicUrl: 'http://localhost:4000',
  })
})

test('an empty variable counts as unset, and white space around a value does not count', () => {
  expect(readConfig({ PORT: '', POSTSEAL_ROLES: ' ' })).toMatchObject({ port: 4000, roles: { length: 4 } })
  expect(readConfig({ PORT: ' 8080 ' }).port).toBe(8080)
})

test.each<[string, string, object]>([
  ['POSTSEAL_ROLES', 'delivery, api', { roles: ['delivery', 'api'] }],
  ['POSTSEAL_ROLES', 'all', { roles: ['api', 'delivery', 'scheduler', 'sink'] }],
  ['POSTSEAL_TRUSTED_PROXIES', '10.0.0.0/8,::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
  ['POSTSEAL_REQUIRE_VERIFIED_DOMAINS', 'true', { requireVerifiedDomains: true }],
  ['POSTSEAL_SENDS_PER_MINUTE', '100', { sendsPerMinute: 100 }],
  ['POSTSEAL_REQUESTS_PER_MINUTE', '1', { requestsPerMinute: 1 }],
  [
    'REDIS_URL',
    'rediss://:secret@redis.internal:6380/2',
    { redisUrl: 'rediss://:secret@redis.internal:6380/2' },
  ],
  ['POSTSEAL_PUBLIC_URL', 'https://mail.example/post/', { publicUrl: 'https://mail.example/post' }],
])('%s=%s', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})
