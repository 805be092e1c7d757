import { readdirSync, readFileSync } from 'node:fs'
import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { madeStatements } from '../../../server/platform/db/statements/statement.js'
import { listOf, nodesOf, statementsOf, type Node } from '../../support/placement/syntax.js'

/**
 * Whatever takes something away from somebody, or gives it back, is in the ledger: each statement that writes what the
 * ledger knows of says here how it is.
 */

/** Columns whose changes count, by table; rows that go count in any case. */
const watched: Readonly<Record<string, 'all' | readonly string[]>> = {
  suppressions: 'all',
  topic_consents: 'all',
  subscriptions: 'all',
  deletions: ['token'],
  contacts: ['unsubscribed_at'],
  api_keys: ['scopes', 'environment', 'ip_cidrs', 'sender_domains', 'expires_at', 'revoked_at'],
  sessions: ['revoked_at'],
  users: ['role'],
  passkeys: [],
  identity_providers: ['issuer', 'client_id'],
  identity_domains: [],
  projects: ['archived_at'],
  workspaces: ['halted_at', 'closed_at', 'delete_at'],
  webhook_subscriptions: ['enabled', 'deleted_at'],
  ended_links: 'all',
}

const erasure = 'a part of an erasure, which has a line of its own'
const purge = 'the rest of what was deleted before, with a line where it takes something from a person'
const replay = 'does again what the ledger has'
const gives = 'makes what nobody had before, under an id of its own'
const newRound = 'a round that waits for its confirmation neither takes nor gives'

/** Reasons by statement: how the statement is recorded, or why it need not be. */
const statements: Readonly<Record<string, string>> = {
  opt_out_contact: 'optOut records it',
  opt_contact_back_in: 'optBackIn records it',
  insert_given_contacts: 'saveContacts records who has opted out',
  change_known_contacts: 'saveContacts records who has opted out',
  insert_or_lock_contacts: 'upsertContacts records who has opted out',
  change_locked_contacts: 'upsertContacts records who has opted out or back in',
  delete_surplus_contacts: 'the contacts were made in the same transaction',
  delete_contact: 'deleteContact records it',
  insert_suppressions: 'suppress records it',
  import_suppressions: 'insertImported records it',
  record_outcomes: 'recordDeliveries records whom it has suppressed',
  delete_suppression: 'deleteSuppression records it',
  lift_suppressions: 'liftSuppressions records it',
  insert_deletion: 'beginDeletion records it',
  suppress_erased: 'beginDeletion records it',
  insert_or_lock_subscription: newRound,
  begin_pending_subscription: newRound,
  confirm_proven_subscriptions: 'confirmProven records whom it has confirmed',
  move_subscriptions_of_contact: 'moveSubscriptionsOf records what has ended under the new address',
  delete_subscriptions: purge,
  delete_topic_consents_of_contacts: purge,
  erase_contacts: erasure,
  erase_suppression: erasure,
  erase_suppression_reply: erasure,
  delete_mentions_in_contacts: erasure,
  write_mentions_in_topic_consents: erasure,
  delete_mentions_in_topic_consents: erasure,
  write_mentions_in_suppressions: erasure,
  delete_mentions_in_suppressions: erasure,
  revoke_session: 'revokeSession records it',
  revoke_sessions_of_user: 'revokeSessionsOf records it',
  delete_ended_sessions: 'these have ended',
  delete_sessions_of_user: 'removeUser records it',
  delete_passkeys_of_user: 'removeUser records it',
  set_role_by_provider: 'userOf records it',
  delete_passkey: 'its handler records it',
  upsert_identity_provider: 'its handler records it',
  delete_identity_provider: 'its handler records it',
  delete_other_identity_domains: 'saveDomains records it',
  end_links: 'endLinks records it',
  restore_links: 'restoreLinks records it',
  halt_by_rate: 'haltWhereRatesAreHigh records it',
  halt_by_spam_rate: 'haltWhereSpamRateIsHigh records it',
  disable_webhook: 'an endpoint that fails or is gone is found to be so again',
  delete_empty_webhooks: 'these were deleted before',
  replay_revoked_key: replay,
  replay_narrowed_key: replay,
  replay_role: replay,
  replay_archived_project: replay,
  replay_kept_workspace: replay,
  replay_removed_identity_domain: replay,
  replay_ended_session: replay,
  replay_ended_sessions_of_user: replay,
  replay_disabled_webhook: replay,
  opt_out_by_ledger: replay,
  choose_topics_by_ledger: replay,
  end_subscriptions_by_ledger: replay,
  confirm_subscriptions_by_ledger: replay,
  suppress_by_ledger: replay,
  lift_suppressions_by_ledger: replay,
}

/** Reasons by file that writes by Knex: how its changes are recorded, or why they need not be. */
const files: Readonly<Record<string, string>> = {
  'server/operate/cli/people/find-user.ts': gives,
  'server/operate/cli/workspaces/list.ts': 'changes names alone',
  'server/operate/key-ring/rotate.ts': 'rotateServiceSecret records it',
  'server/product/messages/stop-key/stop-key.ts': 'revokeAll records it',
  'server/product/sign-in/provider/person.ts': gives,
  'server/product/webhooks/subscriptions/webhook-rows.ts': 'the handlers record it',
  'server/product/webhooks/subscriptions/save.ts': 'the handlers record it',
  'server/product/workspace/keys/api-key-handlers.ts': 'revokeApiKey records it',
  'server/product/workspace/keys/api-keys.ts': gives,
  'server/product/workspace/create.ts': gives,
  'server/product/workspace/deletion/archive.ts': 'archiveWorkspace and restoreWorkspace record it',
  'server/product/workspace/deletion/delete.ts': 'the workspace was closed before, which is recorded',
  'server/product/workspace/halting/halting.ts': 'haltSending and resumeSending record it',
  'server/product/workspace/projects/projects.ts': gives,
  'server/product/workspace/settings.ts': 'changes names and settings alone',
  'server/product/workspace/keys/update-key.ts': 'updateKey records it',
  'server/product/workspace/projects/update-project.ts': 'updateProject records it',
  'server/product/workspace/users/change.ts': 'changeUser and removeUser record it',
  'server/product/audience/topics/choose.ts': 'chooseTopic records it',
  'server/product/audience/subscriptions/unsubscribe.ts': 'unsubscribe records it',
  'server/product/audience/subscriptions/actions.ts': 'confirmSubscription records it',
}

const advice = `writes what the ledger keeps. Where it takes something away from somebody, or gives it back, record that
with recordInLedger in the same transaction, and have a ReplayPart do it again. Then say in this test how it is recorded,
or why it need not be.`

/** Statements are made where they stand, so those of all parts are there once these are loaded, sent or not. */
beforeAll(async () => {
  await loadModule()
  await Promise.all([
    import('../../../server/process/service.js'),
    import('../../../server/operate/cli/operator-command.js'),
  ])
})

test('every statement that writes what the ledger keeps says how it is recorded', () => {
  const writing = madeStatements().filter(({ sql }) => writesWatched(sql))
  expect(writing.length).toBeGreaterThan(20)
  const unknown = writing.filter(({ name }) => !Object.hasOwn(statements, name))
  expect(unknown.map(({ name }) => `The statement ${name} ${advice}`)).toEqual([])
  const names = new Set(writing.map(({ name }) => name))
  expect(Object.keys(statements).filter((name) => !names.has(name))).toEqual([])
})

test('every file that writes it by Knex does so, too', () => {
  const tables = Object.keys(watched).join('|')
  const writes = new RegExp(
    `\\('(${tables})'\\)(?:\\s*\\.\\w+\\([^()]*\\))*?\\s*\\.(insert|update|delete|del)\\(`,
  )
  const writing = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && writes.test(readFileSync(file, 'utf8')))
    .sort()
  const unknown = writing.filter((file) => !Object.hasOwn(files, file))
  expect(unknown.map((file) => `The file ${file} ${advice}`)).toEqual([])
  expect(Object.keys(files).filter((file) => !writing.includes(file))).toEqual([])
})

test.each([
  ['delete from contacts where workspace_id = $1', true],
  ['with gone as (delete from suppressions where id = $1 returning id) select id from gone', true],
  ['insert into topic_consents (id) values ($1)', true],
  ['update contacts set unsubscribed_at = null where id = $1', true],
  ['insert into contacts (id) values ($1) on conflict (id) do update set unsubscribed_at = null', true],
  ['insert into contacts (id, unsubscribed_at) values ($1, $2)', true],
  ['insert into contacts (id) values ($1)', false],
  ['update contacts set name = $1', false],
  ['select unsubscribed_at from contacts for update', false],
  ['insert into events (id) select id from suppressions', false],
])('of %s it is said: %s', (sql, writes) => {
  expect(writesWatched(sql)).toBe(writes)
})

function writesWatched(sql: string): boolean {
  return statementsOf(sql).some((statement) => {
    const deletes = nodesOf(statement, 'DeleteStmt').some((node) => watchedOf(node) !== undefined)
    const changes = ['InsertStmt', 'UpdateStmt'].flatMap((type) => nodesOf(statement, type))
    return deletes || changes.some((node) => writesColumn(node))
  })
}

function writesColumn(node: Node): boolean {
  const columns = watchedOf(node)
  if (columns === undefined || columns === 'all') return columns === 'all'
  const targets = [
    ...listOf(node['cols']),
    ...listOf(node['targetList']),
    ...listOf((node['onConflictClause'] as Node | undefined)?.['targetList']),
  ]
  return targets.some((target) => columns.includes(String((target['ResTarget'] as Node)['name'])))
}

function watchedOf(node: Node) {
  const table = String((node['relation'] as Node)['relname'])
  return Object.hasOwn(watched, table) ? watched[table] : undefined
}
