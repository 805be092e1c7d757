import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/platform/config/config.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import { returnPath } from '../../../server/product/delivery/bounce/return-path.js'
import { subscriptionLinks } from '../../../server/product/audience/subscriptions/links/links.js'
import { openKeyRing, type KeyRing } from '../../../server/operate/key-ring/key-ring.js'
import { countOlderProcesses } from '../../../server/operate/key-ring/older-processes.js'
import { retireSecret, rotateServiceSecret } from '../../../server/operate/key-ring/rotate.js'
import { secretIds } from '../../../server/operate/key-ring/key-rows.js'
import { startService } from '../../../server/process/service.js'
import { explainStartFailure } from '../../../server/operate/start-failure.js'
import { bootstrapWorkspace } from '../../../server/product/workspace/bootstrap.js'
import { keyPurposes, serviceKeyOf } from '../../../server/platform/auth/service-key.js'
import { call } from '../../support/api/api.js'
import { answerOf, command } from '../../support/commands/cli.js'
import { createDatabase, createMigratedDatabase, type TestDatabase } from '../../support/database/database.js'
import { untilWaiting } from '../../support/database/lock-waits.js'
import { send, untilLog } from '../../support/messages/mail.js'
import { run, serviceEnv, startProcess, type Env } from '../../support/service/process.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { until } from '../../support/time/until.js'
import { createReceiver } from '../../support/webhooks/webhook-receivers.js'
import { subscribe } from '../../support/webhooks/webhooks.js'

/** The service's secret: rejecting a wrong one, and rotation. */

const newSecret = () => randomBytes(32).toString('base64')
const wrongSecret = /^POSTSEAL_SECRET_KEY is not the secret of this database: /

const databases: TestDatabase[] = []
const pools: pg.Pool[] = []
afterAll(async () => {
  for (const pool of pools) await pool.end()
  for (const database of databases) await database.drop()
})

async function withPool(database: TestDatabase) {
  databases.push(database)
  const sql = new pg.Pool({ connectionString: database.url, max: 3 })
  pools.push(sql)
  return { url: database.url, sql }
}

/** Opens the database and the key ring with a secret, runs `work`, and closes the database. */
async function withRing<T>(
  url: string,
  secret: string,
  work: (ring: KeyRing, db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
): Promise<T> {
  const config = readConfig({ DATABASE_URL: url, POSTSEAL_SECRET_KEY: secret })
  const database = await openDatabase(config)
  try {
    return await work(await openKeyRing(database.db, config), database.db)
  } finally {
    await database.close()
  }
}

/** Starts a service in this process and returns the sentence that it refuses to start with. */
async function startRefusal(env: Env): Promise<string | undefined> {
  const config = readConfig(env)
  try {
    const service = await startService(config, pino({ level: 'silent' }))
    await service.stop()
    return 'it has started'
  } catch (error) {
    return explainStartFailure(error, config)?.sentence
  }
}

let first: { url: string; sql: pg.Pool }
let old: string
let env: Env
beforeAll(async () => {
  first = await withPool(await createMigratedDatabase())
  old = newSecret()
  env = await serviceEnv({ DATABASE_URL: first.url, POSTSEAL_SECRET_KEY: old })
})

test.concurrent(
  'a running service goes on through a rotation, what it sealed before opens after it, and the old secret ends',
  { timeout: 400_000 },
  async () => {
    const service = await startProcess(env)
    const { credentials } = service
    const ended = await answerOf(command(env, 'session', 'create'))
    const keyed = (key: string, method: 'GET' | 'POST', at: string, body?: object) =>
      call(service.url, method, at, { key, ...(body && { body }) })
    const { id } = await subscribe(service.url, credentials.workspace_key, {
      url: 'https://hooks.shop.example/in',
    })
    const rotate = () =>
      call(service.url, 'POST', `/v1/webhooks/status/${id}/rotate-secret`, {
        key: credentials.workspace_key,
        headers: { 'Idempotency-Key': 'rotated-before' },
      })
    const receiver = await createReceiver(service.url, credentials.workspace_key)
    const rotated = await rotate()
    await answerOf(command(env, 'domain', 'add', 'shop.example'))
    await answerOf(command(env, 'pool', 'relay', 'bulk', 'smtps://user:password@relay.example'))
    const deletion = await keyed(credentials.workspace_key, 'POST', '/v1/compliance/deletions', {
      email: 'erased@example.com',
    })
    expect(deletion.status).toBe(201)

    // The service and the commands refuse to work with a wrong secret.
    const wrong = { ...env, POSTSEAL_SECRET_KEY: newSecret() }
    for (const refused of [
      run('main.js', [], wrong).ended,
      command(wrong, 'session', 'create'),
      command(wrong, 'queue'),
    ])
      expect(await refused).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(wrongSecret) as string,
      })

    const next = newSecret()
    const rotating = { ...env, POSTSEAL_SECRET_KEY: next, POSTSEAL_PREVIOUS_SECRET_KEY: old }
    expect(await command(wrong, 'secret', 'rotate')).toMatchObject({ code: 2, stdout: '' })
    expect(await answerOf(command(rotating, 'secret', 'rotate'))).toMatch(
      /^The secret is rotated, and sessions have ended\./,
    )
    // Repeats the command, as an operator does after losing its output.
    expect(await answerOf(command(rotating, 'secret', 'rotate'))).toMatch(
      /^The secret has already been rotated\./,
    )

    // The running service loads the new keys without a restart: old sessions end, new sessions work.
    const listDomains = (session: string) => keyed(session, 'GET', '/v1/domains')
    await until(async () => (await listDomains(ended)).status === 401, 'the old session to end')
    const session = await answerOf(command(rotating, 'session', 'create'))
    await until(async () => (await listDomains(session)).status === 200, 'the new session to work')
    // A process starts with either secret.
    const beside = await serviceEnv({
      ...env,
      ...(await serviceEnv({ ...rotating, POSTSEAL_DATA_DIR: newDataDir() })),
    })
    const second = await startProcess({ ...beside, POSTSEAL_ROLES: 'api' })
    const message = await send(service, 'ada@example.com')
    await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')

    // The first process started before the rotation, so it has the old secret.
    const early = await command(rotating, 'secret', 'retire')
    expect([early.code, early.stdout]).toEqual([1, ''])
    expect(early.stderr).toMatch(/^1 process is still running from before the rotation \(\S+Z\)/)
    expect(early.stderr).toContain('Restart every process with the new secret')

    // Kills `secret retire` half-way, while it waits for a row that another transaction has locked.
    const holder = await first.sql.connect()
    await holder.query('begin')
    await holder.query('select 1 from webhook_secrets where workspace_id = $1 for update', [
      fromTypeId('ws', credentials.workspace_id),
    ])
    const killed = run('cli/main.js', ['secret', 'retire', '--force'], rotating)
    await untilWaiting(first.sql, 'the command to wait')
    await killed.kill('SIGKILL')
    await holder.query('rollback')
    holder.release()
    expect(await answerOf(command(env, 'secret', 'status'))).toContain('The previous secret still opens')

    const retired = await answerOf(command(rotating, 'secret', 'retire', '--force'))
    expect(retired).toMatch(/^The previous secret is retired: .*\nRe-encrypted \d+ values?\.$/)
    const status = JSON.parse(await answerOf(command(rotating, 'secret', 'status', '--json'))) as {
      previous_secret: string
      earlier_keys: { purpose: string }[]
    }
    expect(status.previous_secret).toBe('none')
    expect(status.earlier_keys.map(({ purpose }) => purpose)).toEqual([
      'aws',
      'return-path',
      'subscription',
      'tracking',
    ])
    expect(await startRefusal(env)).toMatch(wrongSecret)

    // The old process, the new process and the commands can all open the sealed values.
    const repeated = await rotate()
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    expect(repeated.body).toEqual(rotated.body)
    for (const { url } of [service, second]) {
      const tested = await call(url, 'POST', `/v1/webhooks/status/${id}/rotate-secret`, {
        key: credentials.workspace_key,
      })
      expect(tested.status).toBe(200)
    }
    for (const { url } of [service, second]) {
      const shown = await call(url, 'GET', `/v1/webhook-receivers/${receiver.id}`, {
        key: credentials.workspace_key,
      })
      expect(new URL((shown.body as typeof receiver).url).pathname).toBe(new URL(receiver.url).pathname)
    }
    await answerOf(command(rotating, 'domain', 'rotate-key', 'shop.example'))
    expect(await answerOf(command(rotating, 'pool', 'list'))).toContain('user at relay.example:465')
    const again = await send(service, 'grace@example.com')
    await untilLog(service, again, ({ status: state }) => state === 'delivered', 'the delivery')
    const erased = await send(service, 'erased@example.com')
    await untilLog(service, erased, ({ status: state }) => state === 'suppressed', 'the suppression')
    expect(service.stdout()).not.toContain('SealedError')
    expect(second.stdout()).not.toContain('SealedError')
    await Promise.all([service.stop(), second.stop()])
  },
)

test.concurrent('of the processes from before a rotation, those that live count', async () => {
  const { url, sql } = await withPool(await createMigratedDatabase())
  const [killed, slow] = [newUuid(), newUuid()]
  const add = 'insert into lease_owners (id, lease_seconds) values ($1, 60)'
  await withRing(url, newSecret(), async (_ring, db) => {
    const count = (waitMs = 0) => countOlderProcesses(db, new Date(Date.now() + 60_000), waitMs)
    await sql.query(add, [killed])
    await sql.query(add, [slow])
    expect(await count(1000)).toBe(0)
    const beating = setInterval(
      () => void sql.query('update lease_owners set beats = beats + 1 where id = $1', [slow]),
      100,
    )
    expect(await count(5000)).toBe(1)
    clearInterval(beating)
    expect(await countOlderProcesses(db, new Date(0), 5000)).toBe(0)
  })
})

test.concurrent('links and return paths from before are good for a while, or are revoked', async () => {
  const { url, sql } = await withPool(await createMigratedDatabase())
  const [one, two, three] = [newSecret(), newSecret(), newSecret()] as const
  const delivery = {
    workspaceId: fromTypeId('ws', `ws_${'0'.repeat(26)}`),
    logId: fromTypeId('ws', `ws_${'0'.repeat(26)}`),
  }
  const subscription = { workspaceId: delivery.workspaceId, subscriptionId: delivery.logId }
  const made = (ring: KeyRing) => {
    const paths = returnPath('mail.example', ring.of('return-path'))
    const links = subscriptionLinks(ring.of('subscription'), '')
    return {
      paths,
      links,
      address: paths.addressOf(delivery),
      token: links.unsubscribeUrl(subscription).split('/').at(-1) ?? '',
    }
  }
  const before = await withRing(url, one, async (ring) => ({ ...made(ring), erasure: ring.of('erasure')() }))
  const rotate = (from: string, to: string, revoke = false) =>
    withRing(url, from, (_ring, db) =>
      rotateServiceSecret(db, serviceKeyOf(from), serviceKeyOf(to), { revoke }),
    )

  expect(await rotate(one, two)).toBe('rotated')
  await withRing(url, two, async (ring) => {
    const now = made(ring)
    expect(now.address).not.toBe(before.address)
    expect(now.paths.read(before.address)).toEqual(delivery)
    expect(now.links.readUnsubscribe(before.token)).toEqual(subscription)
    // The old secret alone, without the database, cannot derive any of the new keys.
    for (const purpose of ['session', 'dkim', 'webhook', 'deletion', 'return-path', 'subscription'] as const)
      expect(ring.of(purpose)()[0]).not.toEqual(serviceKeyOf(one).derive(purpose))
    expect(ring.of('session')()).toHaveLength(1)
    expect(ring.of('erasure')()).toEqual(before.erasure)
  })

  await sql.query(
    `update service_keys set expires_at = now() where purpose = 'return-path' and retired_at is not null`,
  )
  await withRing(url, two, async (ring) => {
    expect(made(ring).paths.read(before.address)).toBeUndefined()
    expect(made(ring).links.readUnsubscribe(before.token)).toEqual(subscription)
  })

  expect(await rotate(two, three, true)).toBe('rotated')
  await withRing(url, three, async (ring, db) => {
    expect(made(ring).links.readUnsubscribe(before.token)).toBe('invalid')
    expect(await secretIds(db)).toHaveLength(2)
    expect(
      await rotateServiceSecret(db, serviceKeyOf(one), serviceKeyOf(newSecret()), { revoke: false }),
    ).toBe('unknown')

    // A running process may seal under an earlier key until it has read the ring again.
    const retiring = retireSecret(db, serviceKeyOf(three), false)
    await sleep(500)
    expect(await secretIds(db)).toHaveLength(2)
    expect(await retiring).toMatchObject({ secrets: 1 })
    expect(await secretIds(db)).toEqual([serviceKeyOf(three).id])
  })
})

test.concurrent('processes that start at once on a database whose keys are gone make one ring, of keys that open what is there', async () => {
  const { url, sql } = await withPool(await createMigratedDatabase())
  const secret = newSecret()
  const serving = await serviceEnv({ DATABASE_URL: url, POSTSEAL_SECRET_KEY: secret, POSTSEAL_ROLES: 'api' })
  await withRing(url, secret, (_ring, db) => bootstrapWorkspace(db, serving['POSTSEAL_DATA_DIR'] ?? ''))
  await answerOf(command(serving, 'domain', 'add', 'old.example'))
  await sql.query('delete from service_keys')

  // A wrong secret cannot open the existing values, so the service creates no ring with it.
  expect(await startRefusal({ ...serving, POSTSEAL_SECRET_KEY: newSecret() })).toMatch(wrongSecret)
  const configs = await Promise.all(
    [1, 2, 3].map(() => withRing(url, secret, async (ring) => ring.of('dkim')())),
  )
  for (const keys of configs) expect(keys).toEqual([serviceKeyOf(secret).derive('dkim')])
  const { rows } = await sql.query<{ n: number }>('select count(*)::int as n from service_keys')
  expect(rows[0]?.n).toBe(keyPurposes.length)
  await answerOf(command(serving, 'domain', 'rotate-key', 'old.example'))

  // A purpose that has come since the ring was made gets a key, one for all processes.
  await sql.query(`delete from service_keys where purpose = 'sign-in'`)
  const added = await Promise.all(
    [1, 2, 3].map(() => withRing(url, secret, async (ring) => ring.of('sign-in')())),
  )
  expect(added[0]).toHaveLength(1)
  expect(added).toEqual([added[0], added[0], added[0]])
})

test.concurrent('processes that start at once on a new database with different secrets: one of them has it', async () => {
  const { url } = await withPool(await createDatabase())
  const starts = [newSecret(), newSecret()].map(async (secret) => {
    const started = run(
      'main.js',
      [],
      await serviceEnv({ DATABASE_URL: url, POSTSEAL_SECRET_KEY: secret, POSTSEAL_ROLES: 'api' }),
    )
    const ready = until(() => started.stdout().includes('"ready"'), 'the start').then(() => 'ready')
    return Promise.race([ready, started.ended.then(({ code, stderr }) => `${code} ${stderr}`)])
  })
  const [one, other] = (await Promise.all(starts)).sort()
  expect(one).toMatch(/^2 POSTSEAL_SECRET_KEY is not the secret of this database/)
  expect(other).toBe('ready')
})

test.concurrent(
  'with the embedded database the file of the secret is rotated, and a lost one is missed',
  { timeout: 400_000 },
  async () => {
    const serving = await serviceEnv({ POSTSEAL_ROLES: 'api' })
    const file = path.join(serving['POSTSEAL_DATA_DIR'] ?? '', 'secret.key')
    const service = await startProcess(serving)
    const before = readFileSync(file, 'utf8')
    expect(await answerOf(command(serving, 'secret', 'rotate'))).toContain(file)
    expect(readFileSync(file, 'utf8')).not.toBe(before)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await answerOf(command(serving, 'session', 'create'))

    // The state after a kill between the database's commit and the renaming of the new file: the old secret still
    // works.
    writeFileSync(file, before)
    await answerOf(command(serving, 'session', 'create'))
    await answerOf(command(serving, 'secret', 'rotate'))
    expect(readFileSync(file, 'utf8')).not.toBe(before)
    await service.stop()

    rmSync(file)
    const missing = await run('main.js', [], serving).ended
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${file} is missing`) as string,
    })
    expect(existsSync(file)).toBe(false)
  },
)
