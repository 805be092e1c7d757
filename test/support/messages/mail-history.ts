import type { Knex } from 'knex'
import { redactorOf } from '../../../server/product/audience/erasure/redact.js'
import { eraseMessages } from '../../../server/product/mail/forget/erase-messages.js'
import { cancelQueued } from '../../../server/product/mail/forget/erase-queue.js'
import type { Step } from '../../../server/product/audience/erasure/erasure.js'
import { renderFailedBegins } from '../../../server/product/content/render-errors.js'
import { newUuid, newWorkspaceId, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { inTransaction } from '../../../server/platform/db/transaction/transaction.js'
import { deliveryOutcomeOf, suppressedOutcome } from '../../../server/product/delivery/outcome.js'
import type { DeliveryVerdict } from '../../../server/product/delivery/policy.js'
import { claimLongestDue } from '../../../server/product/mail/claim/claim-longest-due.js'
import type { ClaimedDelivery } from '../../../server/product/mail/claim/claim.js'
import { droppedOutcome } from '../../../server/product/delivery/outcome.js'
import { dropFromQueue } from '../../../server/product/mail/change/drop.js'
import { recordDeliveries } from '../../../server/product/mail/record/record.js'
import { cancelLeased } from '../../../server/product/mail/hold/stopped-campaigns.js'
import { ApiError } from '../../../server/platform/http/errors/api-error.js'
import { recordBounce } from '../../../server/product/inbound/record/bounce.js'
import { recordComplaint } from '../../../server/product/inbound/record/complaint.js'
import { storeTogether } from '../../../server/product/messages/accept/store.js'
import { unitOf } from '../../../server/product/messages/accept/unit.js'
import { newMessage } from '../../../server/product/messages/admit/new-message.js'
import { cancelMessage } from '../../../server/product/mail/change/cancel.js'
import { retryLog } from '../../../server/product/mail/change/retry-log.js'
import { storeMails } from '../../../server/product/programs/automations/steps/send/store-mails.js'
import { cancelDeliveries } from '../../../server/product/mail/hold/of-campaign.js'
import { retryCampaign } from '../../../server/product/programs/campaigns/course/retry.js'
import type { CampaignRow } from '../../../server/product/programs/campaigns/campaign-rows.js'
import { storeReleased } from '../../../server/product/programs/campaigns/release/store-released.js'
import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import { foldStatistics } from '../../../server/platform/statistics/fold.js'
import { claimOf } from './claims.js'
import { projectOf } from '../workspace/projects.js'

/**
 * Everything that can become of mail, each by the function that does it in the service. Nothing is sent: what servers
 * say is made up.
 */

export const categories = [null, 'receipt', 'welcome'] as const
export const domains = ['one.example', 'two.example', 'three.example'] as const

export interface MailTenant {
  readonly workspaceId: WorkspaceId
  readonly live: Uuid
  readonly test: Uuid
  readonly campaign: Uuid
}

/** A workspace with two projects, and a campaign that is being sent. */
export async function addMailTenant(db: Knex): Promise<MailTenant> {
  const [workspaceId, live, test, campaign] = [newWorkspaceId(), newUuid(), newUuid(), newUuid()]
  await db('workspaces').insert({ id: workspaceId, name: 'Shop' })
  await db('projects').insert([
    { id: live, workspace_id: workspaceId, name: 'Live', environment: 'live' },
    { id: test, workspace_id: workspaceId, name: 'Test', environment: 'test' },
  ])
  await db('campaigns').insert({
    ...{ workspace_id: workspaceId, id: campaign, project_id: live, environment: 'live', name: 'News' },
    ...{ status: 'sending', template_id: newUuid(), template_version: 1, category: 'welcome' },
  })
  return { workspaceId, live, test, campaign }
}

/** The kind of the next event, and numbers that choose its details. */
export interface Happening {
  readonly kind: keyof typeof happenings
  readonly numbers: readonly [number, number, number]
}

type Does = (db: Knex, tenant: MailTenant, numbers: Happening['numbers']) => Promise<unknown>

/** Lets it happen. What is refused, because it is too late for it, is no mistake. */
export async function happen(db: Knex, tenant: MailTenant, { kind, numbers }: Happening): Promise<void> {
  try {
    await happenings[kind](db, tenant, numbers)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error
  }
}

const pick = <T>(from: readonly T[], number: number): T => {
  const found = from[number % from.length]
  if (found === undefined) throw new Error('there is nothing to pick')
  return found
}

const address = (number: number) => `Person-${number % 7}@${pick(domains, number)}`

const accept: Does = async (db, { workspaceId, live, test }, [one, two, three]) => {
  const project = one % 4 === 0 ? projectOf(test, 'test') : projectOf(live)
  const units = Array.from({ length: 1 + (two % 3) }, (_, index) => {
    const category = pick(categories, one + index)
    const message = newMessage(
      project,
      {
        ...{ project_id: '', from_email: 'no-reply@shop.example', subject: 'News', text: 'News' },
        to: [{ email: address(three + index) }],
        cc: two % 2 === 0 ? [{ email: address(three + index + 1) }] : [],
        ...(category !== null && { category }),
      },
      '/body',
    )
    const recipients = message.recipients.map((recipient, place) =>
      (one + place) % 5 === 0 ? { ...recipient, suppressionReason: 'manual' as const } : recipient,
    )
    // It was to be sent a while ago, so that it is due.
    const scheduledAt = three % 3 === 0 ? new Date(Date.now() - (two % 5) * 1000) : null
    return unitOf({ ...message, recipients, scheduledAt }, {}, {}, false)
  })
  await storeTogether(db, workspaceId, units, () => undefined)
}

const verdicts: readonly DeliveryVerdict[] = [
  { status: 'delivered', error: null, class: null, addressFault: null },
  { status: 'delivered', error: null, class: null, addressFault: null },
  { status: 'deferred', error: null, class: 'server', addressFault: null, afterSeconds: 0 },
  { status: 'bounced', error: null, class: 'unknown_user', addressFault: null },
  { status: 'bounced', error: null, class: 'content', addressFault: null },
  { status: 'failed', error: `${renderFailedBegins}.`, class: null, addressFault: null },
]

const deliver: Does = async (db, { workspaceId }, [one, two, three]) => {
  const claim = claimOf(workspaceId, 1 + (one % 6), { bulk: two % 3 === 0 })
  const { claimed } = await claimLongestDue(db, claim, 100, [])
  const cancelled = claimed.filter(({ stopped }) => stopped !== null)
  const leased = cancelled.map((delivery) => ({ ...delivery, lease: claim.lease }))
  if (leased.length > 0) await cancelLeased(db, workspaceId, leased)
  // Some workers die: their deliveries are in flight from now on.
  if (three % 10 === 0) return
  const outcomes = claimed
    .filter(({ stopped }) => stopped === null)
    .map((delivery, index) => outcomeOf(delivery, two + index, three + index))
  if (outcomes.length > 0) await recordDeliveries(db, workspaceId, claim.lease, outcomes)
}

function outcomeOf(delivery: ClaimedDelivery, number: number, took: number) {
  if (number % 11 === 0) return suppressedOutcome(delivery, 'complaint')
  const verdict = pick(verdicts, number)
  const reply = { code: 250, enhanced_code: null, text: 'Whatever', host: 'mx.example.com:25' }
  const result =
    verdict.status === 'failed'
      ? { step: 'end' as const, failure: 'not_rendered' as const, error: verdict.error ?? '' }
      : { step: 'end' as const, reply }
  return deliveryOutcomeOf(delivery, result, verdict, { at: new Date(Date.now() + (took % 1000) * 17) })
}

const anyLog = async (db: Knex, { workspaceId }: MailTenant, number: number) => {
  const ids = await db('message_logs').where({ workspace_id: workspaceId }).orderBy('id').pluck<Uuid[]>('id')
  return ids.length === 0 ? undefined : pick(ids, number)
}

const bounce: Does = async (db, tenant, [one, two]) => {
  const logId = await anyLog(db, tenant, one)
  if (logId === undefined) return
  const code = pick(['5.1.1', '5.7.1', '4.2.2'], two)
  const reply = { code: Number(code[0]) * 100 + 50, enhanced_code: code, text: 'No', host: 'mx' }
  await recordBounce(db, { workspaceId: tenant.workspaceId, logId }, { reply, isOwn: false }, newUuid())
}

const complain: Does = async (db, tenant, [one]) => {
  const logId = await anyLog(db, tenant, one)
  if (logId === undefined) return
  const report = { type: 'abuse', userAgent: null }
  await recordComplaint(db, { workspaceId: tenant.workspaceId, logId }, report, newUuid())
}

const cancel: Does = async (db, { workspaceId }, [one]) => {
  const rows = await db('messages').where({ workspace_id: workspaceId, campaign_id: null }).orderBy('id')
  if (rows.length === 0) return
  const { id, project_id: projectId, environment, category } = pick(rows, one)
  await inTransaction(db, (tx) => cancelMessage(tx, workspaceId, { id, projectId, environment, category }))
}

const drop: Does = async (db, tenant, [one]) => {
  const logId = await anyLog(db, tenant, one)
  if (logId === undefined) return
  await dropFromQueue(db, { workspaceId: tenant.workspaceId, destination: null, logId }, droppedOutcome)
}

const mailTo = (number: number) => ({
  ...{ message_id: newUuid(), log_id: newUuid(), recipient: address(number) },
  ...{
    recipient_name: null,
    address: address(number).toLowerCase(),
    subject: 'News',
    template_locale: null,
  },
  ...{
    destination: pick(domains, number),
    domain: pick(domains, number),
    render_input: { values: {}, contact: null },
  },
  list_unsubscribe: { url: 'https://shop.example' },
})

const release: Does = async (db, { workspaceId, campaign }, [one, two]) => {
  const released = Array.from({ length: 1 + (one % 3) }, (_, index) => ({
    ...mailTo(two + index),
    contact_id: newUuid(),
  }))
  const sender = { fromEmail: 'news@shop.example', fromName: null, replyTo: [] }
  const batch = { released, unsent: [], last: newUuid(), tokens: 0 }
  const [row] = await db<CampaignRow>('campaigns').where({ workspace_id: workspaceId, id: campaign })
  if (row === undefined) return
  await inTransaction(db, ({ sql }) =>
    storeReleased(sql, row, { sender, templateVersion: 1, ...batch, leaseSeconds: 60 }),
  )
}

const automate: Does = (db, { workspaceId, live }, [one, two]) => {
  const input = { values: {}, contact: { email: 'person@one.example', name: null } }
  const mails = [
    { ...mailTo(one), automation_run_id: newUuid(), list_unsubscribe: null, render_input: input },
  ] as unknown as Parameters<typeof storeMails>[2]
  const category = pick(categories, two)
  const of = {
    place: { workspaceId, projectId: live, environment: 'live' },
    automationId: newUuid(),
    sender: category === null ? {} : { category },
    source: { fromEmail: 'news@shop.example', fromName: null, replyTo: [], version: { version: 1 } },
    send: { template_id: 'tpl_00000000000000000000000000', transactional: true },
  } as unknown as Parameters<typeof storeMails>[1]
  return inTransaction(db, ({ sql }) => storeMails(sql, of, mails))
}

/** Cancels a campaign. The worker finds that mail in flight, or mail that is released all the same, is cancelled. */
const cancelCampaign: Does = (db, { workspaceId, campaign }, [one]) =>
  inTransaction(db, async ({ sql }) => {
    const status = one % 2 === 0 ? 'cancelled' : 'sending'
    await sql('campaigns').where({ workspace_id: workspaceId, id: campaign }).update({ status })
    await cancelDeliveries(sql, workspaceId, campaign)
  })

const retry: Does = (db, { workspaceId, campaign }) =>
  inTransaction(db, (tx) => retryCampaign(tx, { workspaceId, id: campaign }, new Wakes()))

const retryOne: Does = async (db, tenant, [one]) => {
  const logId = await anyLog(db, tenant, one)
  if (logId === undefined) return
  await inTransaction(db, (tx) => retryLog(tx, tenant.workspaceId, logId, new Wakes()))
}

const erase: Does = async (db, { workspaceId }, [one]) => {
  const erased = address(one).toLowerCase()
  const erasure = {
    ...{ id: newUuid(), workspaceId, projectId: null, address: erased, contactIds: [] },
    ...{ token: `erased:${newUuid()}`, redactor: redactorOf(erased) },
  }
  const doStep = (step: Step) => inTransaction(db, ({ sql }) => step.run(sql, erasure, null, 1000))
  await doStep(cancelQueued)
  await doStep(eraseMessages('address'))
}

const fold: Does = (db, { workspaceId }, [one]) => foldStatistics(db, workspaceId, 1 + (one % 20))

export const happenings = {
  accept,
  deliver,
  bounce,
  complain,
  cancel,
  drop,
  release,
  automate,
  cancelCampaign,
  retry,
  retryOne,
  erase,
  fold,
} as const satisfies Record<string, Does>
