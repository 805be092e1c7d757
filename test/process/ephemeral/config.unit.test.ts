import { expect, test } from 'vitest'
import { knownVariables } from '../../../server/platform/config/config.js'
import { ConfigError } from '../../../server/platform/config/config-error.js'
import { ephemeralConfig, ignoredVariables } from '../../../server/process/ephemeral/config.js'

const folder = '/tmp/postseal-ephemeral-x'

/** Every variable that a service reads. */
const all = [...knownVariables()]

test('nothing set is a service of its own on any free ports of this machine', () => {
  expect(ephemeralConfig({}, {}, folder)).toMatchObject({
    host: '127.0.0.1',
    port: 0,
    sinkPort: 0,
    inboundPort: 0,
    inboundHost: '127.0.0.1',
    dataDir: folder,
    databaseInMemory: true,
    shutdownGraceSeconds: 0,
    databaseUrl: undefined,
    transport: { kind: 'sink' },
    allowedWebhookCidrs: ['127.0.0.0/8', '::1/128'],
    allowedProviderCidrs: ['127.0.0.0/8', '::1/128'],
    logLevel: 'warn',
  })
})

test('the application’s own settings do not reach it, and are named', () => {
  const others = {
    DATABASE_URL: 'mysql://app:hunter2@db.example/app',
    REDIS_URL: 'redis://cache.example',
    POSTSEAL_DATA_DIR: '/var/lib/postseal',
    POSTSEAL_TRANSPORT: 'mx',
    POSTSEAL_ROLES: 'api',
    POSTSEAL_SHUTDOWN_GRACE: '9',
    POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'true',
    POSTSEAL_SINK_HOST: 'sink.example',
  }
  expect(ephemeralConfig(others, {}, folder)).toEqual(ephemeralConfig({}, {}, folder))
  expect(ignoredVariables({ ...others, PORT: '4010', HOME: '/root', POSTSEAL_HOSTNAME: ' ' }).sort()).toEqual(
    Object.keys(others).sort(),
  )
})

test('every variable is obeyed or named as one that is not', () => {
  const ignored = ignoredVariables(Object.fromEntries(all.map((name) => [name, 'x'])))
  const refused = all.filter((name) => {
    try {
      ephemeralConfig({ [name]: 'no such value' }, {}, folder)
      return false
    } catch (error) {
      expect((error as Error).message).toMatch(new RegExp(`^${name} takes `))
      return true
    }
  })
  expect([...ignored, ...refused].sort()).toEqual([...new Set(all)].sort())
})

test('what it obeys', () => {
  const env = {
    PORT: '4010',
    POSTSEAL_SINK_PORT: '2500',
    POSTSEAL_INBOUND_PORT: '2501',
    POSTSEAL_LOG_LEVEL: 'debug',
    POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '10.0.0.0/8',
    POSTSEAL_SENDS_PER_MINUTE: '100',
    POSTSEAL_REQUESTS_PER_MINUTE: '7',
    POSTSEAL_SIGN_INS_PER_ADDRESS: '8',
    POSTSEAL_SINK_ALLOWED_CIDRS: '172.17.0.0/16',
    POSTSEAL_METRICS_ALLOWED_CIDRS: '172.18.0.0/16',
    POSTSEAL_PUBLIC_URL: 'https://mail.shop.example/',
  }
  expect(ephemeralConfig(env, {}, folder)).toMatchObject({
    port: 4010,
    sinkPort: 2500,
    inboundPort: 2501,
    logLevel: 'debug',
    allowedWebhookCidrs: ['127.0.0.0/8', '::1/128', '10.0.0.0/8'],
    sendsPerMinute: 100,
    requestsPerMinute: 7,
    rateLimits: { signIns: 8 },
    sinkAllowedCidrs: ['172.17.0.0/16'],
    metricsAllowedCidrs: ['172.18.0.0/16'],
    publicUrl: 'https://mail.shop.example',
  })
  expect(ephemeralConfig(env, { port: '0', host: '::' }, folder)).toMatchObject({ port: 0, host: '::' })
})

test.each([
  [{ port: '' }, '--port takes'],
  [{ port: '-1' }, '--port takes'],
  [{ port: '99999' }, '--port takes'],
  [{ host: 'localhost' }, '--host takes'],
])('%j is refused', (address, sentence) => {
  const make = () => ephemeralConfig({}, address, folder)
  expect(make).toThrow(ConfigError)
  expect(make).toThrow(sentence)
})
