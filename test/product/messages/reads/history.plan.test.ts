import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidBytes } from '../../../../base/text/uuid-bytes.js'
import type { components } from '../../../../generated/api-types.js'
import type { Erasure } from '../../../../server/product/audience/erasure/erasure.js'
import { redactorOf } from '../../../../server/product/audience/erasure/redact.js'
import { erasureSteps } from '../../../../server/process/erasure-steps.js'
import { minUuidAt, newUuid, nilUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { presentEvent } from '../../../../server/platform/events/present-event.js'
import { listEvents } from '../../../../server/platform/events/event-handlers.js'
import { examinedAtMost } from '../../../../server/platform/http/lists/bounded-walk.js'
import { clampWindow } from '../../../../server/platform/http/lists/pagination.js'
import { erasedSince } from '../../../../server/product/messages/batch/batch-key.js'
import { findContent } from '../../../../server/product/messages/reads/read-content.js'
import { listLogs } from '../../../../server/product/messages/reads/read-logs.js'
import { findMessage, listMessages } from '../../../../server/product/messages/reads/read-messages.js'
import { recordBounce } from '../../../../server/product/inbound/record/bounce.js'
import {
  recordComplaint,
  recordUnverifiedComplaint,
} from '../../../../server/product/inbound/record/complaint.js'
import { logOfRecipient, recipientOfLog } from '../../../../server/product/mail/record/returned-log.js'
import { messagesTask } from '../../../../server/product/mail/forget/purge.js'
import { allTasks } from '../../../support/database/purge.js'
import { historyHas, type History } from '../../../support/messages/history.js'
import {
  openLongHistory,
  seededCampaign,
  type SeededDatabase,
} from '../../../support/messages/long-history.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { capture, findings } from '../../../support/database/explain.js'

/**
 * Tests that no statement costs more the longer the history is: each is captured as it is sent and held against
 * PostgreSQL's plan for it, on a history that is long enough for a bad plan to show.
 */

const day = 24 * 3600 * 1000
const limit = 25
const batch = 500

let database: SeededDatabase
let db: Knex
let history: History
let message: Uuid

beforeAll(async () => {
  database = await openLongHistory()
  ;({ db, history, message } = database)
})
afterAll(() => database.drop())

const everything = () => ({ workspaceId: history.workspaceId, projectId: null, environment: null })
const oneProject = () => ({ ...everything(), projectId: history.projects[1] ?? nilUuid })
const onlyTests = () => ({ ...everything(), environment: 'test' as const })
const retained = () => new Date(history.from.getTime() - day)
const window = (query: { since?: string; until?: string } = {}) => clampWindow(query, retained())
/** From the middle of the history on. */
const cursor = () =>
  uuidBytes(minUuidAt(new Date((history.from.getTime() + history.to.getTime()) / 2))).toString('base64url')

type LogQuery = Parameters<typeof listLogs>[2]

/** One search for each filter, and those that are made together. */
function logSearches(): Record<string, Omit<LogQuery, 'limit'>> {
  const { key, value } = historyHas.order(9000)
  return {
    nothing: {},
    project_id: { project_id: toTypeId('prj', history.projects[1] ?? nilUuid) },
    message_id: { message_id: toTypeId('msg', message) },
    campaign_id: { campaign_id: seededCampaign },
    'a campaign and a rare status': { campaign_id: seededCampaign, status: 'bounced' },
    'a campaign without mail': { campaign_id: toTypeId('cmp', newUuid()) },
    automation_id: { automation_id: toTypeId('aut', newUuid()) },
    recipient: { recipient: historyHas.recipient(history, 77) },
    'a recipient without mail': { recipient: 'nobody@example.com' },
    'a common status': { status: 'delivered' },
    'a rare status': { status: 'bounced' },
    'a status that none has': { status: 'cancelled' },
    category: { category: historyHas.category },
    'a category that none has': { category: 'none' },
    subject: { subject: historyHas.rareSubject },
    q: { q: historyHas.rareSubject },
    recipient_domain: { recipient_domain: 'absent.example' },
    metadata_key: { metadata_key: 'no_such_key' },
    'metadata_key and metadata_value': { metadata_key: key, metadata_value: value },
    'common metadata': { metadata_key: 'plan', metadata_value: 'pro' },
    'a status and a category that never meet': { status: 'bounced', category: historyHas.category },
    opened: { engagement: 'opened' },
    clicked: { engagement: 'clicked' },
    'a campaign and opened': { campaign_id: seededCampaign, engagement: 'opened' },
    'opened and delivered, of a category': {
      engagement: 'opened',
      status: 'delivered',
      category: historyHas.category,
    },
    'opened and a rare status': { engagement: 'opened', status: 'bounced' },
    'rare statuses': { statuses: ['bounced', 'failed', 'cancelled'] },
    'statuses, a common one among them': { statuses: ['delivered', 'bounced'] },
    'a campaign and rare statuses': { campaign_id: seededCampaign, statuses: ['bounced', 'failed'] },
    'a category and rare statuses': { category: 'none', statuses: ['bounced', 'failed'] },
    from_email: { from_email: 'nobody@example.com' },
    from_domain: { from_domain: 'absent.example' },
    list_id: { list_id: toTypeId('lst', newUuid()) },
    template_id: { template_id: toTypeId('tpl', newUuid()) },
    api_key_id: { api_key_id: toTypeId('key', newUuid()) },
    environment: { environment: 'test' },
    'all of them': {
      project_id: toTypeId('prj', history.projects[1] ?? nilUuid),
      message_id: toTypeId('msg', message),
      campaign_id: seededCampaign,
      recipient: historyHas.recipient(history, 77),
      from_email: 'nobody@example.com',
      from_domain: 'example.com',
      list_id: toTypeId('lst', newUuid()),
      template_id: toTypeId('tpl', newUuid()),
      api_key_id: toTypeId('key', newUuid()),
      environment: 'test',
      status: 'delivered',
      category: historyHas.category,
      subject: historyHas.commonSubject,
      q: historyHas.commonSubject,
      recipient_domain: 'example.com',
      metadata_key: key,
      metadata_value: value,
      engagement: 'clicked',
    },
  }
}

describe('message logs by', () => {
  const names = [
    'nothing',
    'project_id',
    'message_id',
    'campaign_id',
    'a campaign and a rare status',
    'a campaign without mail',
    'automation_id',
    'recipient',
    'a recipient without mail',
    'a common status',
    'a rare status',
    'a status that none has',
    'category',
    'a category that none has',
    'subject',
    'q',
    'recipient_domain',
    'metadata_key',
    'metadata_key and metadata_value',
    'common metadata',
    'a status and a category that never meet',
    'opened',
    'clicked',
    'a campaign and opened',
    'opened and delivered, of a category',
    'opened and a rare status',
    'rare statuses',
    'statuses, a common one among them',
    'a campaign and rare statuses',
    'a category and rare statuses',
    'from_email',
    'from_domain',
    'list_id',
    'template_id',
    'api_key_id',
    'environment',
    'all of them',
  ]

  test('each filter of the contract is here', async () => {
    expect(names).toEqual(Object.keys(logSearches()))
    const { document } = await import('../../../support/api/contract.js')
    const operation = document.paths['/v1/message-logs']?.['get'] as { parameters: { name?: string }[] }
    const filters = operation.parameters.flatMap(({ name }) => name ?? [])
    expect(filters.length).toBeGreaterThan(5)
    // Mail is not of a campaign and of an automation, and nobody asks for one status and for several.
    const all = Object.keys({ ...logSearches()['all of them'], ...logSearches().automation_id })
    for (const filter of filters) if (filter !== 'statuses') expect(all).toContain(filter)
  })

  test.each(names)('%s', async (name) => {
    const query = { limit, ...logSearches()[name] }
    for (const visibility of [everything(), oneProject(), onlyTests()]) {
      await expectBounded(db, () => listLogs(db, visibility, query, window()), examinedAtMost + 1)
      await expectBounded(
        db,
        () => listLogs(db, visibility, { ...query, cursor: cursor() }, window()),
        examinedAtMost + 1,
      )
    }
  })

  test('a rare status and a category that never meet, of which nothing is examined', async () => {
    const query = { limit, ...logSearches()['a status and a category that never meet'] }
    await expectBounded(db, () => listLogs(db, everything(), query, window()), 1)
  })

  test('what of a campaign went wrong, of which nothing else is examined', async () => {
    const query = { limit, ...logSearches()['a campaign and a rare status'] }
    await expectBounded(db, () => listLogs(db, everything(), query, window()), 1)
  })

  test.each(['nothing', 'project_id', 'a common status', 'category', 'common metadata', 'opened', 'clicked'])(
    '%s, where the first page is full at once',
    async (name) => {
      const query = { limit, ...logSearches()[name] }
      await expectBounded(db, () => listLogs(db, everything(), query, window()), 100)
      const narrow = window({ until: new Date(history.from.getTime() + day).toISOString() })
      await expectBounded(db, () => listLogs(db, everything(), query, narrow), 100)
    },
  )
})

describe('messages and events', () => {
  test('messages, of all projects, of one, and of an environment that has none', async () => {
    const query = { limit }
    const project_id = toTypeId('prj', history.projects[1] ?? nilUuid)
    for (const of of [query, { ...query, cursor: cursor() }, { ...query, project_id }]) {
      await expectBounded(db, () => listMessages(db, everything(), of, window()), 100)
    }
    await expectBounded(db, () => listMessages(db, oneProject(), query, window()), 100)
    await expectBounded(db, () => listMessages(db, onlyTests(), query, window()), examinedAtMost + 1)
  })

  test('events, of all projects, of one, and by type', async () => {
    const project_id = toTypeId('prj', history.projects[1] ?? nilUuid)
    const list = (query: object) => () =>
      listEvents(db, everything(), { limit, ...query }, { window: window(), present: presentEvent })
    for (const query of [{}, { cursor: cursor() }, { project_id }]) await expectBounded(db, list(query), 100)
    for (const type of [
      'message.bounced',
      'message.cancelled',
    ] satisfies components['schemas']['EventType'][]) {
      await expectBounded(db, list({ type }), examinedAtMost + 1)
      await expectBounded(db, list({ type, project_id }), examinedAtMost + 1)
    }
  })

  const rendering = { render: () => Promise.resolve(undefined), inertUnsubscribeUrl: '' }

  test('one message, and its content', async () => {
    await expectBounded(db, () => findMessage(db, everything(), message, retained()), 5)
    await expectBounded(
      db,
      () => findContent(db, oneProject(), message, { retainedSince: retained(), rendering }),
      5,
    )
  })
})

describe('the work behind', () => {
  /** Takes back what the work does, so that its statements find the same again when they are explained. */
  const takenBack = (work: (trx: Knex) => Promise<unknown>) => async () => {
    const trx = await db.transaction()
    await work(trx)
    await trx.rollback()
  }

  test('a purge', async () => {
    const { workspaceId } = history
    // Where no campaign has ended, the walk is of as many campaigns.
    for (const before of [new Date(0), new Date(history.from.getTime() + 10 * day), new Date()])
      for (const { purge } of allTasks) {
        const step = takenBack((trx) => purge(trx, { workspaceId, before }, nilUuid, batch))
        await expectBounded(db, step, 2 * batch)
      }
  })

  test('a search for the workspaces that have something to purge', async () => {
    for (const { workspaces } of allTasks) await expectBounded(db, () => workspaces(db, nilUuid, 1000), 5)
    expect(await messagesTask.workspaces(db, nilUuid, 1000)).toContainEqual({
      id: history.workspaceId,
      first: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
  })

  test('an erasure, at the beginning of each step and further on', async () => {
    const [log] = await db('message_logs').where({
      workspace_id: history.workspaceId,
      message_id: message,
    })
    const erasure: Erasure = {
      id: newUuid(),
      workspaceId: history.workspaceId,
      projectId: null,
      address: log.address as string,
      token: '#token',
      contactIds: [newUuid()],
      redactor: redactorOf(log.address as string),
    }
    const further = JSON.stringify([minUuidAt(new Date((history.from.getTime() + history.to.getTime()) / 2))])
    const walks = ['events', 'messages', 'message_contents', 'message_logs'].map(
      (table) => `mentions in ${table}`,
    )
    for (const step of erasureSteps) {
      for (const position of walks.includes(step.name) ? [null, further] : [null]) {
        await expectBounded(
          db,
          takenBack((trx) => step.run(trx, erasure, position, batch)),
          2 * batch,
        )
      }
    }
  })

  test('the reply of a batch that is kept', async () => {
    const { workspaceId } = history
    const logs = (await db('message_logs').where('workspace_id', workspaceId).limit(100)) as { id: Uuid }[]
    const recipients = logs.map(({ id }) => ({
      log_id: toTypeId('log', id),
      email: 'ada@example.com',
      kind: 'to' as const,
      name: null,
      status: 'queued' as const,
    }))
    const times = { created_at: new Date().toISOString(), scheduled_at: null }
    const accepted = { id: toTypeId('msg', message), status: 'queued' as const, ...times, recipients }
    const item = { index: 0, idempotency_key: 'a', status: 'accepted' as const, message: accepted }
    const work = takenBack((trx) =>
      erasedSince(trx as Knex.Transaction, workspaceId, { data: [item], accepted: 1, rejected: 0 }),
    )
    await expectBounded(db, work, 100)
  })

  test('what comes back', async () => {
    const { workspaceId } = history
    const [log] = await db('message_logs').where({ workspace_id: workspaceId, message_id: message })
    const of = { workspaceId, logId: log.id as Uuid }
    const reply = { code: 552, enhanced_code: '5.2.2', text: 'Mailbox full', host: 'mx.example.com:25' }
    const steps = [
      () => recipientOfLog(db, workspaceId, of.logId),
      () => logOfRecipient(db, workspaceId, message, log.address as string),
      takenBack(async (trx) => {
        expect(await recordBounce(trx, of, { reply, isOwn: true }, newUuid())).toMatchObject({
          kind: 'recorded',
          live: true,
        })
      }),
      takenBack((trx) => recordComplaint(trx, of, { type: 'abuse', userAgent: null }, newUuid())),
      takenBack((trx) => recordUnverifiedComplaint(trx, of, { feedback_type: 'abuse', from_domain: null })),
    ]
    // Of an address its last fifty deliveries are looked at.
    for (const step of steps) await expectBounded(db, step, 50)
  })
})

test('a value that has become rare since the statistics were made is found along its index', async () => {
  await db.raw('alter table message_logs set (autovacuum_enabled = false)')
  await db('message_logs').where('workspace_id', history.workspaceId).update({ status: 'failed' })
  const list = (status: 'delivered' | 'failed') => () =>
    listLogs(db, everything(), { limit, status, subject: 'no such' }, window())
  await expectBounded(db, list('delivered'), 0)
  await expectBounded(db, list('failed'), examinedAtMost + 1)
})

test('what is looked for is found', async () => {
  const bad: Record<string, () => Promise<unknown>> = {
    'reads all of message_logs': async () => {
      await db('message_logs')
        .where({ workspace_id: history.workspaceId, recipient_name: 'Ada' })
        .limit(limit)
    },
    'rows of events in vain': async () => {
      await db('events')
        .where({ workspace_id: history.workspaceId, type: 'message.cancelled' })
        .orderBy('id', 'desc')
        .limit(limit)
    },
    sorts: async () => {
      await db('messages')
        .where('workspace_id', history.workspaceId)
        .orderBy('subject')
        .offset(5000)
        .limit(limit)
    },
  }
  for (const [expected, work] of Object.entries(bad)) {
    const [sent] = await capture(db, work)
    const found = sent && (await findings(db, sent, examinedAtMost + 1))
    expect(found?.join(), expected).toContain(expected)
  }
})
