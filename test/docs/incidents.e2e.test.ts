import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { textOf } from '../support/documentation/documents.js'
import { startPostgresServer, type PostgresServer } from '../support/postgres/postgres-server.js'
import { serviceEnv, startProcess, type Env, type ServiceProcess } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { until } from '../support/time/until.js'

/**
 * The commands of two sections of docs/operate/incidents.md, typed in a shell beside a built service on PostgreSQL. Its
 * public address leads nowhere, as in many an incident. Programs stand in for what needs root and systemd.
 */

const page = textOf('docs/operate/incidents.md')
const root = fileURLToPath(new URL('../..', import.meta.url))
const pg = pathToFileURL(path.join(root, 'node_modules/pg/esm/index.mjs')).href

let postgres: PostgresServer
let service: ServiceProcess
let env: Env
let sql: Client
let bin: string
let workspaceId: string

beforeAll(async () => {
  // One of its own: slots are of a whole server, and that of the tests keeps no WAL for replicas.
  postgres = await startPostgresServer(['-c', 'fsync=off', '-c', 'wal_level=replica'])
  const admin = new Client(`${postgres.url}/postgres`)
  await admin.connect()
  await admin.query('create database postseal')
  await admin.end()
  const url = `${postgres.url}/postseal`
  sql = new Client(url)
  await sql.connect()
  env = await serviceEnv({
    DATABASE_URL: url,
    POSTSEAL_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    POSTSEAL_PUBLIC_URL: 'https://mail.invalid',
  })
  service = await startProcess(env)
  const { project_key: key, project_id: project } = service.credentials
  workspaceId = service.credentials.workspace_id
  for (const name of ['ada', 'bob']) {
    const body = {
      project_id: project,
      from_email: 'no-reply@shop.example',
      to: [{ email: `${name}@example.com` }],
      subject: 'Your order A-1041',
      text: 'Thank you.',
    }
    expect((await call(service.url, 'POST', '/v1/messages', { key, body })).status).toBe(202)
    await call(service.url, 'POST', '/v1/messages', { key: `${key}x`, body })
  }
  bin = newDataDir('incidents-')
  mkdirSync(path.join(bin, 'backups'))
  const programs = {
    postseal: `#!/bin/sh\nexec '${process.execPath}' '${root}/dist/cli/main.js' "$@"\n`,
    runuser: '#!/bin/sh\n[ "$1 $2 $3" = "-u postgres --" ] || exit 1\nshift 3\nexec "$@"\n',
    psql: `#!${process.execPath}
import(${JSON.stringify(pg)}).then(async ({ default: { Client } }) => {
  const [database, flag, text] = process.argv.slice(2)
  if (database !== 'postseal' || flag !== '-c') throw new Error(process.argv.join(' '))
  const client = new Client(process.env.DATABASE_URL)
  await client.connect()
  for (const row of (await client.query(text)).rows) console.log(Object.values(row).join(' | '))
  await client.end()
})
`,
    journalctl: `#!/bin/sh\ncat ${path.join(bin, 'journal')}\n`,
  }
  for (const [name, source] of Object.entries(programs)) {
    writeFileSync(path.join(bin, name), source)
    chmodSync(path.join(bin, name), 0o755)
  }
}, 120_000)
afterAll(async () => {
  await service?.stop()
  await sql?.end()
  await postgres?.stop()
})

/** The blocks of commands of a section, with those of the headings below it. */
function commandsOf(section: string): string[] {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(([, , block = '']) => block)
}

/** Types commands on the host; what the page takes as an example is what the service has. */
async function type(commands: string, logId = ''): Promise<string> {
  writeFileSync(path.join(bin, 'journal'), service.stdout())
  const here = commands
    .replace(/\bws_[0-9a-z]{26}/g, workspaceId)
    .replace(/\blog_[0-9a-z]{26}/g, logId)
    .replaceAll('/var/lib/postgresql/*/main/pg_wal', '/tmp')
    .replaceAll('/var/lib/postgresql', '/tmp')
    .replaceAll('/var/lib/postseal', env['POSTSEAL_DATA_DIR'] ?? '')
    .replaceAll('/var/backups/postseal', path.join(bin, 'backups'))
    .replaceAll('/var/log', bin)
  const run = promisify(execFile)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here], {
    cwd: bin,
    env: { ...env, PATH: `${bin}:${process.env['PATH']}`, HOME: bin },
  })
  return stdout
}

test('from an address to its mail, of the first workspace and of another, though the public address is away', async () => {
  const [look = '', other = '', again = '', refused = '', ...more] = commandsOf('My mail did not arrive')
  expect(more).toEqual([])
  const [list = '', one = ''] = look.trim().split('\n')
  await until(async () => (await type(list)).includes('delivered'), 'the delivery')
  const listed = await type(list)
  const [logId = ''] = /log_[0-9a-z]{26}/.exec(listed) ?? []
  expect(listed).toContain('ada@example.com')
  expect(listed).not.toContain('bob@example.com')
  const shown = await type(one, logId)
  for (const field of ['status', 'attempts', 'last_reply', 'waiting_for']) expect(shown).toContain(field)
  expect(await type(other)).toContain('ada@example.com')

  await sql.query(`update message_logs set status = 'failed', delivered_at = null`)
  expect(await type(again, logId)).toMatch(/^status +queued$/m)

  const told = await type(refused)
  expect(told).toContain('bob@example.com')
  expect(told).toMatch(/"operation":"sendMessage","status":401/)
})

test('the table of statuses has each that a log may have', () => {
  const section = page.split('\n## My mail did not arrive\n')[1]?.split('\n## ')[0] ?? ''
  for (const status of 'scheduled queued deferred delivered bounced failed suppressed cancelled'.split(' '))
    expect(section).toMatch(new RegExp(`^ *\\| \`${status}\``, 'm'))
})

test('what is large on a disk is seen, and a shorter retention takes effect', async () => {
  const [look = '', drop = '', shorten = '', ...more] = commandsOf('The disk is almost full')
  expect(more).toEqual([])
  await sql.query(`select pg_create_physical_replication_slot('old_replica', true)`)
  const seen = await type(look)
  expect(seen).toMatch(/^old_replica \| false \| \S/m)
  await type(drop)
  expect((await sql.query('select from pg_replication_slots')).rows).toEqual([])
  expect(seen).toMatch(/^\w+ \| \d+ \| [\d.]+ [kM]B$/m)
  expect(seen).toMatch(/^(messages|message_\w+|events) \| /m)
  expect(await type(shorten)).toMatch(/^retention_days +14$/m)
  const workspace = await call(service.url, 'GET', '/v1/workspace', {
    key: service.credentials.workspace_key,
  })
  expect(workspace.body).toMatchObject({ retention_days: 14 })
})
