import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from '../../server/platform/audit/record.js'
import { serviceEntry } from '../../server/platform/audit/other-entries.js'
import { suppress } from '../../server/product/audience/suppressions/suppress.js'
import { columnArrays } from '../../server/platform/db/statements/column-arrays.js'
import { newUuid, newWorkspaceId, nilUuid, toTypeId, type WorkspaceId } from '../../server/platform/db/ids.js'
import { inTransaction } from '../../server/platform/db/transaction/transaction.js'
import { isMachineAway } from '../../server/platform/db/connection/unavailable.js'
import { DueWorkspaces } from '../../server/product/mail/claim/due-workspaces.js'
import { LeaseExtender } from '../../server/product/mail/claim/lease-extender.js'
import { outcomeTypes, recordDeliveryOutcomes } from '../../server/product/mail/record/record-outcomes.js'
import { claimDigests, insertMessages } from '../../server/product/inbound/take/statements.js'
import { storeTogether, type Stored } from '../../server/product/messages/accept/store.js'
import { unitOf } from '../../server/product/messages/accept/unit.js'
import { newMessage } from '../../server/product/messages/admit/new-message.js'
import { countIgnored } from '../../server/product/programs/automations/start/start-runs.js'
import { storeMails, type MailsOf } from '../../server/product/programs/automations/steps/send/store-mails.js'
import type { CampaignRow } from '../../server/product/programs/campaigns/campaign-rows.js'
import { storeReleased } from '../../server/product/programs/campaigns/release/store-released.js'
import { foldStatistics } from '../../server/platform/statistics/fold.js'
import { DueSubscriptions } from '../../server/product/webhooks/queue/due.js'
import { keepInUse } from '../../server/product/workspace/projects/archived-projects.js'
import { haltWhereRatesAreHigh } from '../../server/product/workspace/halting/halt-by-rate.js'
import { spreadWorkspaces, type SpreadWorkspaces } from '../support/postgres/spread-workspaces.js'
import { projectOf } from '../support/workspace/projects.js'

/** One of the machines is away: the workspaces on the others go on, and it costs them nothing. */

let spread: SpreadWorkspaces
let db: Knex
/** One on each machine. */
let workspaces: SpreadWorkspaces['workspaces']

beforeAll(async () => {
  spread = await spreadWorkspaces(4)
  ;({ db, workspaces } = spread)
  for (const id of workspaces) {
    const subscription = { id: newUuid(), url: 'https://shop.example/', events: ['*'] }
    await db('webhook_subscriptions').insert({ workspace_id: id, ...subscription })
  }
})
afterAll(() => spread.drop())

function accept(workspaceId: WorkspaceId): Promise<Stored[]> {
  const project = projectOf(newUuid())
  const asked = { project_id: '', from_email: 'a@shop.example', subject: 'News', text: 'News' }
  const message = newMessage(project, { ...asked, to: [{ email: 'ada@example.com' }] }, '/body')
  const use = { workspaceId, projectId: project.id, operation: 'sendMessage', key: newUuid() }
  const authority = { kind: 'workspaceSession', role: 'owner' } as const
  const claim = { ...use, authority, fingerprint: Buffer.from('x') }
  return storeTogether(db, workspaceId, [unitOf(message, { claim }, {}, false)], () => undefined)
}

/** Records an outcome of a delivery that there is not: its statement is the same. */
function record(workspaceId: WorkspaceId) {
  const outcome = {
    log_id: newUuid(),
    status: 'delivered',
    attempt: {},
    event_id: newUuid(),
    event_type: 'message.delivered',
    event_data: {},
  }
  return recordDeliveryOutcomes(db, workspaceId, newUuid(), ...columnArrays(outcomeTypes, [outcome]))
}

/** Other statements that write: for mail that is received or sent by automations, and with every change. */
const otherWrites: ((workspaceId: WorkspaceId) => Promise<unknown>)[] = [
  (workspaceId) => suppress(db, workspaceId, [{ address: 'ada@example.com', reason: 'manual' }]),
  (workspaceId) => recordAudit(db, [serviceEntry(workspaceId, 'purge')]),
  (workspaceId) => claimDigests(db, workspaceId, '["aa"]', new Date()),
  (workspaceId) => insertMessages(db, workspaceId, '[]', '[]', '[]'),
  (workspaceId) => haltWhereRatesAreHigh(db, workspaceId),
  (workspaceId) =>
    inTransaction(db, ({ sql }) => {
      const automationId = newUuid()
      return countIgnored(sql, workspaceId, [{ automation_id: automationId, reason: 'too_old' }])
    }),
  (workspaceId) => foldStatistics(db, workspaceId, 10),
  (workspaceId) => inTransaction(db, ({ sql }) => keepInUse(sql, workspaceId, workspaceId)),
  // Batches of a campaign and an automation that there are not, without mail: the statements are the same.
  (workspaceId) => {
    const campaign = { workspace_id: workspaceId, id: newUuid() } as CampaignRow
    const batch = { released: [], unsent: [], last: newUuid(), tokens: 1 }
    const sender = { fromEmail: 'a@shop.example', fromName: null, replyTo: [] }
    return storeReleased(db, campaign, { sender, templateVersion: 1, ...batch, leaseSeconds: 60 })
  },
  (workspaceId) =>
    inTransaction(db, ({ sql }) => {
      const place = { workspaceId, projectId: newUuid(), environment: 'live' as const }
      const send = { kind: 'send', template_id: toTypeId('tpl', newUuid()) } as MailsOf['send']
      const source = { fromEmail: 'a@shop.example', version: { version: 1 } } as unknown as MailsOf['source']
      return storeMails(sql, { place, automationId: newUuid(), sender: {}, send, source }, [])
    }),
]

const dueWorkspaces = async () => (await new DueWorkspaces(db).find(nilUuid)).map(({ id }) => id).sort()
const dueSubscriptions = async () =>
  (await new DueSubscriptions(db).find('')).map(({ workspaceId }) => workspaceId).sort()

test('mail of the workspaces on the other machines is accepted, found, and recorded', async () => {
  for (const id of workspaces) expect(await accept(id)).toEqual(['stored'])
  expect([await dueWorkspaces(), await dueSubscriptions()]).toEqual([workspaces, workspaces])

  for (const away of workspaces) {
    await spread.without(away, async () => {
      const others = workspaces.filter((id) => id !== away)
      for (const id of others) {
        expect(await accept(id)).toEqual(['stored'])
        expect(await record(id)).toEqual([])
        for (const write of otherWrites) await write(id)
      }
      expect([await dueWorkspaces(), await dueSubscriptions()]).toEqual([others, others])
      for (const work of [accept, record, ...otherWrites])
        expect(await work(away).catch((error: unknown) => error)).toSatisfy(isMachineAway)
    })
  }
  expect(await dueWorkspaces()).toEqual(workspaces)
})

test('the leases of deliveries of the workspaces on the other machines are extended', async () => {
  const deliveries = workspaces.map((workspaceId) => ({ workspaceId, logId: newUuid() }))
  const lease = newUuid()
  const ended = async () => {
    const { rows } = await db.raw<{ rows: { id: WorkspaceId }[] }>(
      'select workspace_id as id from delivery_queue where lease = ? and due_at < now() order by 1',
      [lease],
    )
    return rows.map(({ id }) => id)
  }
  for (const { workspaceId, logId } of deliveries) {
    const row = {
      workspace_id: workspaceId,
      log_id: logId,
      message_id: newUuid(),
      destination: 'example.com',
    }
    await db('delivery_queue').insert({ ...row, lease, due_at: new Date(0) })
  }
  const [away = newWorkspaceId()] = workspaces
  const failed: WorkspaceId[] = []
  const onFailure = (workspaceId: WorkspaceId) => void failed.push(workspaceId)
  const leases = new LeaseExtender({ db, lease, leaseSeconds: 60, onFailure })
  await spread.without(away, () => leases.extend(deliveries))
  expect([await ended(), failed]).toEqual([[away], [away]])
})
