import { LedgerWriter } from '../../../server/platform/ledger/writer.js'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changingCommands, type ChangingCommand } from '../../../server/operate/cli/record-command.js'
import { Invocation } from '../../../server/operate/cli/invocation.js'
import { commandLine } from '../../../server/operate/cli/operator-command.js'
import { fromTypeId, toTypeId, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { entriesFor } from '../../support/workspace/audit.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { writeReport } from '../../support/domains/dmarc-reports.js'
import { cleaned, listmonk } from '../../support/audience/exports.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { send } from '../../support/messages/messages.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests that each change by an operator's command is recorded, by the name of the command. */

/** Commands that change nothing of a workspace: what `inbound send` brings about, the receiver does. */
const others = [
  'backup',
  'database distribute',
  'database isolate',
  'database status',
  'domain list',
  'check-mail',
  'doctor',
  'domain show',
  'inbound send',
  'init',
  'ledger status',
  'ledger verify',
  'listen',
  'pool list',
  'queue list',
  'reputation show',
  'restore',
  'secret status',
  'session list',
  'source check',
  'source list',
  'source show',
  'user list',
  'workspace host list',
  'workspace links find',
  'workspace links list',
  'workspace list',
  'workspace show',
  'workspace status',
]

let dns: TestDns
let service: TestService
let workspaceId: WorkspaceId
const folder = newDataDir()
beforeAll(async () => {
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api', POSTSEAL_DNS_SERVERS: dns.server } })
  workspaceId = fromTypeId('ws', service.credentials.workspace_id)
  writeFileSync(path.join(folder, 'report.xml'), writeReport())
  mkdirSync(path.join(folder, 'ledger'))
  const ledger = new LedgerWriter(path.join(folder, 'ledger'), {})
  const at = '2030-01-31T09:00:00.000000Z'
  const ended = {
    kind: 'workspace_links_ended',
    ws: workspaceId,
    id: workspaceId,
    state: { reason: 'operator' },
  }
  await ledger.write([{ at, ...ended }])
  await ledger.close()
  writeFileSync(path.join(folder, 'subscribers.csv'), listmonk)
  writeFileSync(path.join(folder, 'cleaned.csv'), cleaned)
  writeFileSync(
    path.join(folder, 'suppression_unsubscribes.csv'),
    'email,created\nx@example.com,1700000000\n',
  )
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  writeFileSync(path.join(folder, 'rates.csv'), `date,domain,spam_rate\n${yesterday},shop.example,0%\n`)
})
afterAll(async () => {
  await service.stop()
  await dns.close()
})

function leaves(program: Command, path: readonly string[] = []): string[] {
  if (program.commands.length === 0) return [path.join(' ')]
  return program.commands.flatMap((each) => leaves(each, [...path, each.name()]))
}

test('each command is known to change something, or not to', () => {
  const invocation = new Invocation({
    env: {},
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  })
  const all = leaves(commandLine(invocation))
  const known: readonly string[] = [...changingCommands, ...others]
  expect(all.filter((name) => !known.includes(name))).toEqual([])
  expect(changingCommands.filter((name) => !all.includes(name))).toEqual([])
})

/** Commands in this order, each with what it is about; the others are about many things. */
const runs: readonly (readonly [name: ChangingCommand, about: string | null, args: string[]])[] = [
  ['session create', 'session', []],
  ['session link', 'user', []],
  ['session revoke', 'user', ['--user', 'owner@postseal.localhost']],
  ['workspace halt', 'workspace', ['--note', 'A note']],
  ['workspace resume', 'workspace', []],
  ['workspace links end', 'workspace', []],
  ['workspace links restore', 'workspace', []],
  ['api-key stop', 'api_key', ['{key}']],
  ['domain add', 'domain', ['shop.example']],
  ['domain vouch', 'domain', ['shop.example']],
  ['dmarc import', null, [path.join(folder, 'report.xml')]],
  ['reputation import', null, [path.join(folder, 'rates.csv')]],
  [
    'import listmonk',
    'project',
    [path.join(folder, 'subscribers.csv'), '--no-wait', '--project', '{project}'],
  ],
  ['ledger replay', null, [path.join(folder, 'ledger')]],
  ['import mailchimp', 'project', [path.join(folder, 'cleaned.csv'), '--no-wait', '--project', '{project}']],
  [
    'import sendgrid',
    'project',
    [path.join(folder, 'suppression_unsubscribes.csv'), '--project', '{project}'],
  ],
  ['domain unvouch', 'domain', ['shop.example']],
  ['domain check', 'domain', ['shop.example']],
  ['domain rotate-key', 'domain', ['shop.example']],
  ['domain remove', 'domain', ['shop.example']],
  ['queue retry', null, ['--all']],
  ['queue release', null, []],
  ['queue drop', null, ['--all']],
  ['source add', null, ['127.0.1.40', '--name', 'mta.shop.example']],
  ['pool assign', null, ['default', '--stream', 'bulk']],
  ['pool relay', null, ['default', 'smtps://user:hunter22@relay.example']],
  ['pool schedule', null, ['default', '10,20']],
  ['pool unassign', null, ['--stream', 'bulk']],
  ['source drain', null, ['127.0.1.40']],
  ['source resume', null, ['127.0.1.40']],
  ['source remove', null, ['127.0.1.40']],
  ['workspace rename', 'workspace', ['Shop']],
  ['workspace limits', 'workspace', ['contacts=1000']],
  ['workspace host add', 'workspace', ['links.shop.example']],
  ['workspace host check', 'workspace', ['links.shop.example']],
  ['workspace host remove', 'workspace', ['links.shop.example']],
  ['workspace archive', 'workspace', []],
  ['workspace delete', 'workspace', []],
  ['workspace restore', 'workspace', []],
]

/** The one delivery, as the commands that change the queue need to find it. */
const waiting: Partial<Record<ChangingCommand, string>> = {
  'queue retry': `update delivery_queue set attempts = 1, due_at = now() + interval '1 hour'`,
  'queue release': `update delivery_queue set held_due_at = due_at, due_at = 'infinity'`,
  'queue drop': 'update delivery_queue set due_at = now()',
}

/** Ids that are known once the service has started. */
const ofThisService = async (arg: string) => {
  if (arg === '{project}') return service.credentials.project_id
  if (arg !== '{key}') return arg
  const { rows } = await service.sql.query<{ id: Uuid }>(
    `select id from api_keys where kind = 'workspace' limit 1`,
  )
  return rows.map(({ id }) => toTypeId('key', id)).join('')
}

test.each(runs)('%s leaves an entry', async (name, about, args) => {
  const { url, credentials, sql } = service
  if (name === 'queue retry') await send(url, credentials.test_project_key, credentials.test_project_id)
  const change = waiting[name]
  if (change !== undefined) expect((await sql.query(change)).rowCount).toBe(1)
  const env = {
    ...commandEnv(service),
    POSTSEAL_DNS_SERVERS: dns.server,
    POSTSEAL_PUBLIC_URL: 'http://mail.postseal.example',
  }
  const ended = await command(env, ...name.split(' '), ...(await Promise.all(args.map(ofThisService))))
  // A check of what is not right is an entry, too.
  expect(ended, name).toMatchObject({ code: name.endsWith(' check') ? 1 : 0, stderr: '' })
  const entries = await entriesFor(service, workspaceId, `cli.${name.replaceAll(' ', '.')}`)
  expect(entries).toMatchObject([
    {
      actor_kind: 'command_line',
      actor_id: null,
      ip_address: null,
      resource_type: about,
      outcome: 'succeeded',
      status: null,
      request_id: null,
    },
  ])
  if (change !== undefined) expect(entries[0]?.count).toBe(1)
})

test('the rotation of the secret leaves one in each workspace, and a command that changes nothing none', async () => {
  const { secretKey = '' } = service.config
  const env = {
    ...commandEnv(service),
    POSTSEAL_PREVIOUS_SECRET_KEY: secretKey,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  await answerOf(command(env, 'secret', 'rotate'))
  await answerOf(command(env, 'secret', 'rotate'))
  expect(await entriesFor(service, workspaceId, 'cli.secret.rotate')).toHaveLength(1)
  // The service of this test runs with the previous one.
  await answerOf(command(env, 'secret', 'retire', '--force'))
  expect(await entriesFor(service, workspaceId, 'cli.secret.retire')).toHaveLength(1)
  await answerOf(command(env, 'queue', 'retry', '--all'))
  // That of the command before, which had something to change.
  expect(await entriesFor(service, workspaceId, 'cli.queue.retry')).toHaveLength(1)
})
