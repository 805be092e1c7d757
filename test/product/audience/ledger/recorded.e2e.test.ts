import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactRow } from '../../../../server/product/audience/contacts/contact-rows.js'
import { subscriptionActions } from '../../../../server/product/audience/subscriptions/actions.js'
import { recordBounce } from '../../../../server/product/inbound/record/bounce.js'
import { recordComplaint } from '../../../../server/product/inbound/record/complaint.js'
import { unsubscribeStep } from '../../../../server/product/programs/automations/steps/unsubscribe.js'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { inTransaction } from '../../../../server/platform/db/transaction/transaction.js'
import { Wakes } from '../../../../server/platform/queue/wakes/wakes.js'
import { call } from '../../../support/api/api.js'
import { batchAt } from '../../../support/automations/automation-batches.js'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import { imported, linesOf } from '../../../support/audience/contact-imports.js'
import { startWithLedger, type LedgerService, type SeenLine } from '../../../support/ledger/ledger.js'
import { send, untilLog, type AcceptedMessage } from '../../../support/messages/mail.js'
import { addList, ask, subscribe, type OptIn } from '../../../support/audience/opt-in.js'
import { scratchFolder } from '../../../support/run/scratch-folder.js'
import { addTenant, firstTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Each way in which somebody says that they want no mail, or want it again, is in the ledger. */

let ledger: LedgerService
let tenant: Tenant
let key: string
let optIn: OptIn
beforeAll(async () => {
  ledger = await startWithLedger({ delivery: { pollMs: 20 } })
})
afterAll(() => ledger.stop())
beforeEach(async () => {
  tenant = await addTenant(ledger.service)
  key = await tenant.key()
  optIn = { url: ledger.service.url, key, project: tenant.liveProject }
})

async function api(method: string, path: string, body?: object) {
  const reply = await call(ledger.service.url, method, `/v1${path}`, { key, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body as { id: string }
}
const put = (email: string, fields: object = {}) =>
  api('PUT', '/contacts', { project_id: tenant.liveProject, email, ...fields })

/** Returns the ledger's lines of a kind in short form: + gives, - takes. */
async function lines(kind: SeenLine['kind'], short: (line: SeenLine) => string, of = tenant) {
  const found = (await ledger.lines(of.workspaceId)).filter((line) => line.kind === kind)
  return found.map((line) => (line.gives ? '+' : '-') + short(line))
}
const address = (line: SeenLine) => line.address ?? line.id ?? ''
const reason = (line: SeenLine) => `${address(line)} ${(line.state as { reason: string }).reason}`
const consent = <Source extends 'page' | 'one_click'>(source: Source) => ({
  ...{ at: new Date(), ip: '203.0.113.7', userAgent: 'Mozilla/5.0', source },
})
/** Returns the actions of people on pages and by one click. */
const actions = () => subscriptionActions(ledger.db, new Wakes())

describe('suppressions', () => {
  test('by the API, by a file, and their lifts', async () => {
    const email = 'ada@example.com'
    const { id } = await api('POST', '/suppressions', { email, reason: 'complaint', note: 'Called' })
    await api('POST', '/suppressions', { email })
    await api('DELETE', `/suppressions/${id}?force=true`)
    const raw =
      'email,reason,suppressed_at\nbob@example.com,hard_bounce,2025-01-31T09:00:00Z\nbob@example.com,manual,\n'
    const file = { key, raw, headers: { 'Content-Type': 'text/csv' } }
    for (const count of [1, 0])
      expect((await call(ledger.service.url, 'POST', '/v1/suppressions/import', file)).body).toMatchObject({
        imported: count,
      })
    await api('POST', '/suppressions/lift', { since: '2020-01-01T00:00:00Z', dry_run: true })
    await api('POST', '/suppressions/lift', { since: '2020-01-01T00:00:00Z' })
    expect(await lines('suppression', reason)).toEqual([
      '-ada@example.com complaint',
      '+ada@example.com complaint',
      '-bob@example.com hard_bounce',
      '+bob@example.com hard_bounce',
    ])
    const [created, , fromFile] = await ledger.lines(tenant.workspaceId)
    expect(created?.state).toEqual({
      reason: 'complaint',
      note: 'Called',
      suppressed_at: null,
      project_id: null,
    })
    expect(fromFile?.state).toMatchObject({ suppressed_at: '2025-01-31T09:00:00.000Z' })
  })

  test('by an export of another program', async () => {
    const file = path.join(mkdtempSync(path.join(scratchFolder, 'export-')), 'suppression_spam_reports.csv')
    writeFileSync(file, 'email,created,ip\nmal@example.com,1700000000,192.0.2.1\n')
    const own = ['--project', tenant.liveProject, '--workspace', toTypeId('ws', tenant.workspaceId)]
    const env = { ...commandEnv(ledger.service), POSTSEAL_LEDGER: ledger.folder }
    await answerOf(command(env, 'import', 'sendgrid', file, ...own, '--json'))
    expect(await lines('suppression', reason)).toEqual(['-mal@example.com complaint'])
  })

  test('by a server’s refusal, a bounce message and a complaint; and nothing of mail that arrives', async () => {
    const { service } = ledger
    const first = firstTenant(service)
    const { workspaceId } = first
    const status = (message: AcceptedMessage, wanted: string) =>
      untilLog(service, message, (log) => log.status === wanted, wanted)
    const arrived = [await send(service, 'one@example.com'), await send(service, 'two@example.com')]
    const logs = []
    for (const message of arrived) logs.push(await status(message, 'delivered'))
    expect(await ledger.lines(workspaceId)).toEqual([])

    await status(await send(service, 'bounce@example.com'), 'bounced')
    const [one, two] = logs.map(({ id }) => ({ workspaceId, logId: fromTypeId('log', id) }))
    if (one === undefined || two === undefined) throw new Error('nothing was sent')
    const reply = { code: 550, enhanced_code: '5.1.1', text: 'unknown', host: 'mx' }
    await recordBounce(ledger.db, one, { reply, isOwn: true }, newUuid())
    await recordComplaint(ledger.db, two, { type: 'abuse', userAgent: null }, newUuid())
    expect(await lines('suppression', reason, first)).toEqual([
      '-bounce@example.com hard_bounce',
      '-one@example.com hard_bounce',
      '-two@example.com complaint',
    ])
  })
})

test('erasures, without the address, and the deletion of a token’s suppression', async () => {
  const email = 'ada@example.com'
  await put(email)
  await api('POST', '/suppressions', { email })
  await api('POST', '/compliance/deletions', { email })
  await api('POST', '/compliance/deletions', { email, project_id: tenant.liveProject })
  const { body } = await call(ledger.service.url, 'GET', `/v1/suppressions?email=${email}`, { key })
  const [erased] = body.data as { id: string }[]
  await api('DELETE', `/suppressions/${erased?.id ?? ''}?force=true`)
  const [, whole, project, lifted] = await lines('suppression', reason)
  expect(whole).toMatch(/^-#[\w-]+ erasure$/)
  expect(project).toMatch(/^-#[\w-]+ erasure$/)
  expect(lifted).toBe(whole?.replace('-', '+'))
  const found = (await ledger.lines(tenant.workspaceId)).filter(({ kind }) => kind === 'erasure')
  expect(found).toMatchObject([
    { state: { project_id: null, environment: null, deletion_id: expect.any(String) } },
    { state: { project_id: fromTypeId('prj', tenant.liveProject), environment: 'live' } },
  ])
  expect(found.every((line) => line.address === undefined && line.id?.startsWith('#') === true)).toBe(true)
})

test('opt-outs of contacts, in every way', async () => {
  const { id } = await put('put@example.com', { unsubscribed: true })
  await put('put@example.com', { unsubscribed: true, name: 'Ada' })
  await api('PATCH', `/contacts/${id}`, { unsubscribed: false })
  await api('PATCH', `/contacts/${id}`, { unsubscribed: true })
  await api('PATCH', `/contacts/${id}`, { email: 'moved@example.com' })
  await api('POST', '/contacts/batch', {
    project_id: tenant.liveProject,
    contacts: [
      { email: 'moved@example.com', unsubscribed: false },
      { email: 'batch@example.com', unsubscribed: true },
      { email: 'both@example.com', unsubscribed: true },
      { email: 'both@example.com', unsubscribed: false },
      { email: 'plain@example.com' },
    ],
  })
  const importer = { url: ledger.service.url, key, project: tenant.liveProject }
  const file = [
    'email,unsubscribed_at',
    'plain@example.com,2025-01-31',
    'file@example.com,2025-01-31',
    'in@example.com,',
  ]
  for (let times = 0; times < 2; times += 1) await imported(importer, linesOf(file))
  const contact = await put('page@example.com')
  const link = { workspaceId: tenant.workspaceId, contactId: fromTypeId('con', contact.id), logId: newUuid() }
  await actions().optOut({ ...link, consent: consent('one_click') })
  await actions().choose({ ...link, choices: {}, unsubscribed: false, consent: consent('page') })
  await actions().choose({ ...link, choices: {}, unsubscribed: true, consent: consent('page') })
  const runner = await rowOf((await put('step@example.com')).id)
  await inTransaction(ledger.db, (tx) =>
    unsubscribeStep(new Wakes())(tx, batchAt({ key: 'step', unsubscribe: {} }, [runner])),
  )
  const found = await lines('contact_opt_out', address)
  expect(found.slice(0, 4)).toEqual([
    '-put@example.com',
    '+put@example.com',
    '-put@example.com',
    '-moved@example.com',
  ])
  expect(found.slice(4, 8).sort()).toEqual([
    '+moved@example.com',
    '-batch@example.com',
    '-file@example.com',
    '-plain@example.com',
  ])
  expect(found.slice(8)).toEqual([
    '-page@example.com',
    '+page@example.com',
    '-page@example.com',
    '-step@example.com',
  ])
})

test('topics, in every way', async () => {
  const topic = await api('POST', '/topics', { project_id: tenant.liveProject, key: 'news', name: 'News' })
  const { id } = await put('ada@example.com')
  const link = {
    workspaceId: tenant.workspaceId,
    contactId: fromTypeId('con', id),
    logId: newUuid(),
    topicId: fromTypeId('top', topic.id),
  }
  await api('PUT', `/contacts/${id}/topics/news`, { subscribed: false })
  await api('PUT', `/contacts/${id}/topics/news`, { subscribed: true })
  await actions().endTopic({ ...link, consent: consent('one_click') })
  await actions().choose({ ...link, choices: { news: true }, consent: consent('page') })
  await actions().choose({ ...link, choices: { news: false }, consent: consent('page') })
  await api('PATCH', `/contacts/${id}`, { email: 'moved@example.com' })
  const subject = `${link.contactId} news`
  expect(await lines('contact_topic', (line) => `${line.id ?? ''} of ${address(line)}`)).toEqual([
    `-${subject} of ada@example.com`,
    `+${subject} of ada@example.com`,
    `-${subject} of ada@example.com`,
    `+${subject} of ada@example.com`,
    `-${subject} of ada@example.com`,
    `-${subject} of moved@example.com`,
  ])
})

test('lists, in every way', async () => {
  const list = await addList(optIn)
  const path = (id: string) => `/subscriber-lists/${list}/subscriptions/${id}/unsubscribe`
  const byApi = await subscribe(optIn, list, 'api@example.com')
  await api('POST', path(byApi.id))
  await api('POST', path(byApi.id))
  const byLink = await subscribe(optIn, list, 'link@example.com')
  await call(ledger.service.url, 'POST', new URL(byLink.unsubscribe_url).pathname, {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  await ask(optIn, list, 'link@example.com')
  const importer = { url: ledger.service.url, key, project: tenant.liveProject }
  const proof = [
    'email,consent_at,consent_source',
    'link@example.com,2025-01-31,Fair',
    'new@example.com,2025-01-31,Fair',
  ]
  await imported(importer, linesOf(proof), { list_id: list, consent: 'proof' })
  const { contact_id: contactId } = await subscribe(optIn, list, 'step@example.com')
  const step = { key: 'step', unsubscribe: { list_id: list } }
  const runner = await rowOf(contactId)
  await inTransaction(ledger.db, (tx) => unsubscribeStep(new Wakes())(tx, batchAt(step, [runner])))
  await api('PATCH', `/contacts/${contactId}`, { email: 'moved@example.com' })
  expect(await lines('list_subscription', address)).toEqual([
    '+api@example.com',
    '-api@example.com',
    '+link@example.com',
    '-link@example.com',
    '+link@example.com',
    '+step@example.com',
    '-step@example.com',
    '-moved@example.com',
  ])
  const last = (await ledger.lines(tenant.workspaceId)).at(-1)
  expect(last?.id).toBe(`${fromTypeId('lst', list)} ${runner.id}`)
})

test('contacts that are deleted', async () => {
  const { id } = await put('ada@example.com')
  await api('DELETE', `/contacts/${id}`)
  expect(await lines('contact_deleted', address)).toEqual([`-${fromTypeId('con', id)}`])
})

async function rowOf(id: string): Promise<ContactRow> {
  const where = { workspace_id: tenant.workspaceId, id: fromTypeId('con', id) }
  const row = await ledger.db<ContactRow>('contacts').where(where).first()
  if (row === undefined) throw new Error('the contact is gone')
  return row
}
