import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  copyFileSync,
} from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import type { ArchiveWriter } from '../../../server/operate/backup/archive-writer.js'
import { call } from '../../support/api/api.js'
import { createMigratedDatabase } from '../../support/database/database.js'
import { commandProcess } from '../../support/commands/command-process.js'
import { inbox } from '../../support/messages/mail.js'
import {
  follow,
  serviceEnv,
  startProcess,
  type Env,
  type ServiceProcess,
} from '../../support/service/process.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { orders, sendAll, sendOrder } from '../../support/messages/senders.js'
import { subscribe } from '../../support/webhooks/webhooks.js'
import { until } from '../../support/time/until.js'

/** A backup of a service that is busy, and services that start on what was restored from it. */

const builtWriter = new URL('../../../dist/parts/operate/backup/archive-writer.js', import.meta.url).href

const recipients = async (service: ServiceProcess) =>
  (await inbox(service.url)).map(({ envelope }) => envelope.to[0]).sort()

const answered = async (env: Env, ...args: string[]) => {
  const ended = await commandProcess(env, ...args)
  expect(ended).toMatchObject({ code: 0 })
  return ended.stdout
}

async function sendNew(
  service: Pick<ServiceProcess, 'url' | 'credentials'>,
  recipient: string,
): Promise<void> {
  expect(
    (await sendOrder(service, { recipient, idempotencyKey: randomBytes(8).toString('hex') })).status,
  ).toBe(202)
}

test('mail of a restored backup is held until the operator decides', async () => {
  const env = await serviceEnv({ POSTSEAL_ROLES: 'api', POSTSEAL_LOG_LEVEL: 'warn' })
  const service = await startProcess(env)
  const list = orders(80)
  const before = list.slice(0, 30)
  await sendAll(before, 4, (order) => sendOrder(service, order))

  // The other sends go on while the files are copied.
  const file = path.join(newDataDir(), 'backup.tar.gz')
  const [backup] = await Promise.all([
    commandProcess(env, 'backup', file),
    sendAll(list.slice(30), 2, (order) => sendOrder(service, order)),
  ])
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('contains secrets') as string })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(path.dirname(file))).toEqual(['backup.tar.gz'])
  expect(await commandProcess(env, 'backup', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('exists already') as string,
  })
  await service.stop()

  const refused = async (archive: string, reason: string) => {
    const dataDir = path.join(newDataDir(), 'restored')
    const ended = await commandProcess({ ...env, POSTSEAL_DATA_DIR: dataDir }, 'restore', archive)
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(reason) as string })
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(existsSync(dataDir)).toBe(false)
  }
  const half = path.join(newDataDir(), 'half.tar.gz')
  copyFileSync(file, half)
  truncateSync(half, Math.floor(statSync(file).size / 2))
  await refused(half, 'not complete, or damaged')
  const other = path.join(newDataDir(), 'other.tar.gz')
  writeFileSync(other, 'something else')
  await refused(other, 'not a backup of Postseal')

  const restored = { ...env, POSTSEAL_DATA_DIR: newDataDir(), POSTSEAL_ROLES: 'api,delivery,sink' }
  await answered(restored, 'restore', file)
  expect(await commandProcess(restored, 'restore', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is in use') as string,
  })

  const again = await startProcess(restored)
  expect(again.stdout()).toMatch(/"deliveries":\d+,"webhooks":0,.*postseal queue release/)
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
  await sendNew(again, 'new@example.com')
  await until(async () => (await recipients(again)).length > 0, 'the new mail')
  expect(await recipients(again)).toEqual(['new@example.com'])
  const held = JSON.parse(await answered(restored, 'queue', '--json')) as {
    data: { held: number; count: number }[]
  }
  const count = held.data[0]?.held ?? 0
  expect(count).toBeGreaterThanOrEqual(before.length)
  expect(held.data).toMatchObject([{ held: count, count, due: 0, next_attempt_at: null }])

  // The next start would hold the new mail, too.
  expect(existsSync(path.join(restored.POSTSEAL_DATA_DIR, 'restored.json'))).toBe(false)
  expect(JSON.parse(await answered(restored, 'queue', 'release', '--json'))).toEqual({
    deliveries: count,
    webhooks: 0,
  })
  await until(async () => (await recipients(again)).length === count + 1, 'the released mail')
  const sent = await recipients(again)
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent).toEqual(expect.arrayContaining(before.map(({ recipient }) => recipient)))
  await again.stop()
})

test('processes that start held on PostgreSQL hold once, and drop', async () => {
  const database = await createMigratedDatabase()
  const shared = {
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_LOG_LEVEL: 'warn',
  }
  const first = await startProcess(await serviceEnv({ ...shared, POSTSEAL_ROLES: 'api' }))
  await subscribe(first.url, first.credentials.workspace_key, { events: ['message.accepted'] })
  const list = orders(5)
  await sendAll(list, 2, (order) => sendOrder(first, order))
  const { credentials } = first
  await first.stop()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  // As a process that was killed leaves it.
  await client.query("update delivery_queue set lease = gen_random_uuid(), due_at = now() + interval '1 s'")

  const held = { ...shared, POSTSEAL_START_HELD: '2030-01-31', POSTSEAL_ROLES: 'api,delivery,webhooks,sink' }
  const envs = [
    await serviceEnv(held),
    await serviceEnv({ ...held, POSTSEAL_ROLES: 'api,delivery,webhooks' }),
  ]
  const sinkPort = envs[0]?.['POSTSEAL_SINK_PORT'] ?? ''
  const [one, two] = await Promise.all(
    envs.map((env) => startProcess({ ...env, POSTSEAL_SINK_PORT: sinkPort })),
  )
  if (one === undefined || two === undefined) throw new Error('two were started')
  await sendNew({ url: one.url, credentials }, 'new@example.com')
  await until(async () => (await recipients(one)).length > 0, 'the new mail')
  expect(await recipients(one)).toEqual(['new@example.com'])
  const counts = `select (select count(*)::integer from delivery_queue where due_at = 'infinity') as deliveries,
    (select count(*)::integer from webhook_queue where due_at = 'infinity') as webhooks`
  expect((await client.query(counts)).rows).toEqual([{ deliveries: 5, webhooks: 5 }])
  const pending = await call(one.url, 'GET', '/v1/webhooks/status/deliveries?status=pending', {
    key: credentials.workspace_key,
  })
  expect(pending.status).toBe(200)
  const withoutTime = (each: { next_attempt_at: unknown }) => each.next_attempt_at === null
  expect(pending.body.data.filter(withoutTime)).toHaveLength(5)
  expect((await client.query('select name from queue_holds')).rows).toEqual([{ name: '2030-01-31' }])

  expect(JSON.parse(await answered(envs[0] ?? {}, 'queue', 'drop', '--held', '--json'))).toEqual({
    dropped: 5,
    dropped_webhooks: 5,
  })
  const { rows } = await client.query(
    `select (select count(*)::integer from message_logs where status = 'failed') as failed,
       (select count(*)::integer from events where type = 'message.failed') as events,
       (select count(*)::integer from webhook_deliveries where gave_up = 'failed') as webhooks,
       (select count(*)::integer from queue_holds where released_at is null) as open`,
  )
  expect(rows).toEqual([{ failed: 5, events: 5, webhooks: 5, open: 0 }])
  expect(await recipients(one)).toEqual(['new@example.com'])
  await Promise.all([one.stop(), two.stop()])
  await client.end()

  const guide = await commandProcess(envs[0] ?? {}, 'backup', 'x.dump')
  expect(guide.stdout).toContain('pg_dump --format=custom')
  expect(database.url).toMatch(/:postgres@/)
  expect(guide.stdout).not.toMatch(/:postgres@/)
  expect(await answered(envs[0] ?? {}, 'restore', 'x.dump')).toContain('POSTSEAL_START_HELD=')
  await database.drop()
})

test('an archive reaches no other folder, and one of a newer version is named', async () => {
  const { pack } = await import('tar-stream')
  const { gzipSync } = await import('node:zlib')
  const { buffer } = await import('node:stream/consumers')
  const { readArchive } = await import('../../../server/operate/backup/archive-reader.js')
  const manifest = {
    kind: 'postseal-backup',
    format: 1,
    version: '9.0.0',
    created_at: '',
    migrations: ['0001-first'],
  }
  const reading = async (
    entries: readonly { name: string; content: string; linkname?: string }[],
    own: object = {},
  ) => {
    const made = pack()
    made.entry({ name: 'postseal-backup.json' }, JSON.stringify({ ...manifest, ...own }))
    for (const { name, content, linkname } of entries)
      if (linkname === undefined) made.entry({ name }, content)
      else made.entry({ name, type: 'symlink', linkname })
    made.entry({ name: 'end.json' }, JSON.stringify({ files: entries.length }))
    made.finalize()
    const file = path.join(newDataDir(), 'made.tar.gz')
    writeFileSync(file, gzipSync(await buffer(made)))
    const folder = newDataDir()
    const read = readArchive(file, folder, ['0001-first'], () => undefined)
    return {
      folder,
      outcome: await read.then(
        () => 'restored',
        (error: Error) => error.message,
      ),
    }
  }
  const good = await reading([{ name: 'secret.key', content: 'x' }])
  expect(good.outcome).toBe('restored')
  expect(readFileSync(path.join(good.folder, 'secret.key'), 'utf8')).toBe('x')
  for (const name of ['../escaped', '/tmp/escaped', 'db/../../escaped', 'sink/x', 'db/./x']) {
    expect((await reading([{ name, content: 'x' }])).outcome).toMatch(/is not a backup of Postseal/)
  }
  const linked = await reading([{ name: 'db/link', content: '', linkname: '/etc' }])
  expect(linked.outcome).toMatch(/is not a backup of Postseal/)
  const newer = /was made by Postseal 9\.0\.0, which is newer than this version/
  expect((await reading([], { migrations: ['0001-first', '9999-later'] })).outcome).toMatch(newer)
  expect((await reading([], { format: 2 })).outcome).toMatch(newer)
})

/** Begins an archive in a process of its own, and waits until it is being written. */
async function beginArchive(folder: string) {
  const before = readdirSync(folder).length
  const script = `
    import { writeArchive } from ${JSON.stringify(builtWriter)}
    setInterval(() => undefined, 1000)
    await writeArchive(process.argv[1], () => new Promise(() => undefined))`
  const args = ['--input-type=module', '--eval', script, path.join(folder, 'backup.tar.gz')]
  const writing = follow(spawn(process.execPath, args))
  await until(() => readdirSync(folder).length > before, 'the backup to begin')
  return writing
}

test.each(['SIGINT', 'SIGTERM'] as const)('a backup that %s ends leaves nothing behind', async (signal) => {
  const folder = newDataDir()
  const writing = await beginArchive(folder)
  expect(await writing.kill(signal)).toMatchObject({ code: signal === 'SIGINT' ? 130 : 143 })
  expect(readdirSync(folder)).toEqual([])
})

test('what a killed backup leaves, the next one removes, but nothing of one that runs', async () => {
  const { writeArchive } = await import('../../../server/operate/backup/archive-writer.js')
  const folder = newDataDir()
  const killed = await beginArchive(folder)
  const running = await beginArchive(folder)
  expect(await killed.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
  expect(readdirSync(folder)).toHaveLength(2)
  const removed: string[] = []
  const file = path.join(folder, 'other.tar.gz')
  await writeArchive(
    file,
    (archive) => archive.addText('secret.key', 'x'),
    (left) => removed.push(left.path),
  )
  expect(removed).toEqual([expect.stringMatching(/\/backup\.tar\.gz\..+\.partial$/)])
  expect(readdirSync(folder)).toHaveLength(2)
  await running.kill('SIGTERM')
  expect(readdirSync(folder)).toEqual(['other.tar.gz'])
})

test.each([
  ['while it unpacks', {}, []],
  [
    'before it moves anything',
    { 'placing.json': '["secret.key","db"]', 'secret.key': 'old', 'db/PG_VERSION': '' },
    [],
  ],
  ['between two moves', { 'placing.json': '["secret.key","db"]', 'db/PG_VERSION': '' }, ['secret.key']],
])('what a restore leaves that is killed %s, the next one removes', async (_, draft, placed) => {
  const { archive, secret } = await smallBackup()
  const dataDir = newDataDir()
  const left = path.join(dataDir, '.restore-8c9cf2a5-4bb5-4a5f-9d5e-0a3f4a3b8f11')
  mkdirSync(path.join(left, 'db'), { recursive: true })
  writeFileSync(path.join(left, 'half'), 'x'.repeat(2_000_000))
  for (const [name, text] of Object.entries(draft)) writeFileSync(path.join(left, name), text)
  for (const name of placed) writeFileSync(path.join(dataDir, name), 'old')
  const restored = await commandProcess(
    { ...(await serviceEnv()), POSTSEAL_DATA_DIR: dataDir },
    'restore',
    archive,
  )
  expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining(`${left} (2 MB)`) as string })
  expect(readFileSync(path.join(dataDir, 'secret.key'), 'utf8')).toBe(secret)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.restore'))).toEqual([])
  // PostgreSQL replays what a label begins in one go, and never starts again where that was cut off.
  expect(readdirSync(path.join(dataDir, 'db')).filter((name) => /label|pid|PGSQL/.test(name))).toEqual([])
})

test('a backup whose database does not start is not restored', async () => {
  const { archive } = await smallBackup()
  const { createGunzip } = await import('node:zlib')
  const { buffer } = await import('node:stream/consumers')
  const { writeArchive } = await import('../../../server/operate/backup/archive-writer.js')
  const { extract } = await import('tar-stream')
  const broken = path.join(newDataDir(), 'broken.tar.gz')
  const entries = createReadStream(archive).pipe(createGunzip()).pipe(extract())
  await writeArchive(broken, async (into) => {
    for await (const entry of entries) {
      const { name, type } = entry.header
      const content = await buffer(entry)
      if (type === 'directory') await into.addFolder(name.replace(/\/$/, ''))
      else if (name === 'db/global/pg_control') await into.addText(name, 'x'.repeat(content.length))
      else if (name !== 'end.json') await addBytes(into, name, content)
    }
  })
  const dataDir = path.join(newDataDir(), 'restored')
  const refused = await commandProcess(
    { ...(await serviceEnv()), POSTSEAL_DATA_DIR: dataDir },
    'restore',
    broken,
  )
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^The database in .*broken\.tar\.gz does not start \(.+\)\. Nothing was restored\.$/m,
  )
  expect(existsSync(dataDir)).toBe(false)
})

/** A backup of a service that has just been set up, and its secret. */
const smallBackup = once(async () => {
  const env = await serviceEnv({ POSTSEAL_ROLES: 'api', POSTSEAL_LOG_LEVEL: 'warn' })
  const service = await startProcess(env)
  await service.stop()
  const archive = path.join(newDataDir(), 'backup.tar.gz')
  await answered(env, 'backup', archive)
  return { archive, secret: readFileSync(path.join(service.dataDir, 'secret.key'), 'utf8') }
})

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function addBytes(into: ArchiveWriter, name: string, content: Buffer): Promise<void> {
  const file = path.join(newDataDir(), 'entry')
  writeFileSync(file, content)
  expect(await into.addFile(name, file)).toBe(true)
}
