import { fromTypeId, minUuidAt } from '../../../../platform/db/ids.js'
import { compileProperty, windowStart } from './compile-value.js'
import type { Parameters } from './parameters.js'
import { presetOfTopic, wantsTopicSql } from '../../topics/standing.js'
import type {
  CountComparison,
  EventCondition,
  ListCondition,
  MessageCondition,
  RuleContext,
  TopicCondition,
} from '../rules/rule.js'

/** The most events, or messages, of a contact that a condition looks at: the newest ones. */
export const lookedAt = 1000

/** The comparison for a condition that gives none. */
export const atLeastOne: CountComparison = { op: 'gte', value: 1 }

/**
 * Returns SQL of the number of a contact's events that meet a condition, counted up to `atMost`.
 *
 * The name is part of the comparison with the times, not beside it, so that only the index by time has the order: the
 * planner would try others if its statistics are out of date.
 */
export function countEvents(
  { name, within, where = [] }: EventCondition,
  context: RuleContext,
  parameters: Parameters,
  atMost: number,
): string {
  const { workspaceId, asOf } = context
  const eventName = parameters.add(name, 'text')
  const time = (date: Date) => parameters.add(date.toISOString(), 'timestamptz')
  const from = within === undefined ? `'-infinity'::timestamptz` : time(windowStart(within, asOf))
  const tests = where.map((condition) => compileProperty(condition, 'event.properties', asOf, parameters))
  const newest = (columns: string, limit: number) =>
    `select ${columns} from contact_events event
     where event.workspace_id = ${parameters.add(workspaceId, 'uuid')} and event.contact_id = contact.id
       and (event.name, event.at) >= (${eventName}, ${from})
       and (event.name, event.at) <= (${eventName}, ${time(asOf)})
     order by event.name desc, event.at desc
     limit ${limit}`
  return tests.length === 0
    ? countOf(newest('1', Math.min(atMost, lookedAt)))
    : countOf(
        `select 1 from (${newest('event.properties', lookedAt)}) event where ${tests.join(' and ')} limit ${atMost}`,
      )
}

/** SQL of each outcome of a message, for the row `log`. */
const outcomes: Readonly<
  Record<Exclude<MessageCondition['status'], 'replied'>, (workspaceId: string) => string>
> = {
  delivered: () => `log.status = 'delivered' and log.delivered_at is not null`,
  bounced: () => `log.status = 'bounced'`,
  complained: () => 'log.complained_at is not null',
  opened: (workspaceId) => hasEngaged('open', workspaceId),
  clicked: (workspaceId) => hasEngaged('click', workspaceId),
}

/**
 * Returns SQL that is true if a person has opened the mail of `log`, or followed one of its links. A subquery with a
 * limit looks up the recipient's one row of this kind; an `exists` could be answered by reading those of the whole
 * workspace.
 */
function hasEngaged(kind: 'open' | 'click', workspaceId: string): string {
  return `coalesce((
    select true from engagements engagement
    where engagement.workspace_id = ${workspaceId} and engagement.log_id = log.id
      and engagement.kind = '${kind}' and engagement.position = -1 and not engagement.machine
    limit 1
  ), false)`
}

/**
 * Returns SQL of the number of messages to a contact's address that meet a condition, or of the contact's replies,
 * counted up to `atMost`.
 */
export function countMessages(
  condition: MessageCondition,
  context: RuleContext,
  parameters: Parameters,
  atMost: number,
): string {
  const { status, campaign_id } = condition
  if (status === 'replied') return countReplies(condition, context, parameters, atMost)
  const workspaceId = parameters.add(context.workspaceId, 'uuid')
  const { from, end } = idsWithin(condition, context, parameters)
  const tests = [
    `log.project_id = ${parameters.add(context.projectId, 'uuid')}`,
    outcomes[status](workspaceId),
    ...(campaign_id === undefined
      ? []
      : [`log.campaign_id = ${parameters.add(fromTypeId('cmp', campaign_id), 'uuid')}`]),
  ]
  return countOf(
    `select 1 from (
       select log.id, log.project_id, log.status, log.delivered_at, log.complained_at, log.campaign_id
       from message_logs log
       where log.workspace_id = ${workspaceId}
         and (log.address, log.id) >= (contact.address, ${from}) and (log.address, log.id) < (contact.address, ${end})
       order by log.address desc, log.id desc
       limit ${lookedAt}
     ) log
     where ${tests.join(' and ')}
     limit ${atMost}`,
  )
}

/**
 * Returns SQL of the number of a contact's mails, kept by inbound routes, that are replies, counted up to `atMost`.
 * Automatic mail does not count, nor does mail that somebody else may have written, since everybody who has seen a
 * mail can name it.
 */
function countReplies(
  condition: MessageCondition,
  context: RuleContext,
  parameters: Parameters,
  atMost: number,
): string {
  const { campaign_id } = condition
  const { from, end } = idsWithin(condition, context, parameters)
  const workspaceId = parameters.add(context.workspaceId, 'uuid')
  const asOf = parameters.add(context.asOf.toISOString(), 'timestamptz')
  const tests = [
    'mail.reply_message_id is not null',
    `mail.automatic = 'none'`,
    // Old mail was stored without the result of its sender's authentication.
    `mail.metadata #>> '{auth,dmarc,result}' is distinct from 'fail'
       and (mail.reply_match = 'address' or mail.metadata #>> '{auth,authenticated}' is distinct from 'false')`,
    `mail.expires_at > ${asOf}`,
    ...(campaign_id === undefined
      ? []
      : [
          `coalesce((
             select message.campaign_id = ${parameters.add(fromTypeId('cmp', campaign_id), 'uuid')}
             from messages message
             where message.workspace_id = ${workspaceId} and message.id = mail.reply_message_id
             limit 1
           ), false)`,
        ]),
  ]
  return countOf(
    `select 1 from (
       select mail.reply_message_id, mail.reply_match, mail.automatic, mail.expires_at, mail.metadata
       from inbound_messages mail
       where mail.workspace_id = ${workspaceId} and mail.contact_id is not null
         and (mail.contact_id, mail.id) >= (contact.id, ${from}) and (mail.contact_id, mail.id) < (contact.id, ${end})
       order by mail.contact_id desc, mail.id desc
       limit ${lookedAt}
     ) mail
     where ${tests.join(' and ')}
     limit ${atMost}`,
  )
}

/** Returns SQL of the least id within a condition's time, and the least id behind it. */
function idsWithin(
  { within }: MessageCondition,
  { asOf, retainedSince }: RuleContext,
  parameters: Parameters,
): { readonly from: string; readonly end: string } {
  const asked = within === undefined ? retainedSince : windowStart(within, asOf)
  const id = (time: Date) => parameters.add(minUuidAt(time), 'uuid')
  return {
    from: id(asked > retainedSince ? asked : retainedSince),
    end: id(new Date(asOf.getTime() + 1)),
  }
}

function countOf(select: string): string {
  return `(select count(*) from (${select}) found)`
}

/**
 * Returns the number up to which to count so that a comparison is decided.
 *
 * @returns at least 1
 */
export function countedFor({ op, value }: CountComparison): number {
  return Math.max(1, op === 'gte' || op === 'lt' ? value : value + 1)
}

const comparisons: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    eq: '=',
    ne: '<>',
    gt: '>',
    gte: '>=',
    lt: '<',
    lte: '<=',
  }),
)

/** Returns SQL that is true if a count meets a comparison. The contract makes its value an integer. */
export function compareCount(count: string, { op, value }: CountComparison): string {
  const comparison = comparisons.get(op)
  if (comparison === undefined) throw new Error('a rule that was checked compares a count in no such way')
  return `(${count} ${comparison} ${Math.trunc(value)})`
}

/**
 * Returns SQL of the status of a contact's subscription to a list; null if there is none. A subquery with a limit is
 * looked up row by row, while an `exists` could be answered by reading the whole list.
 */
export function subscriptionStatus(
  { list_id }: Pick<ListCondition, 'list_id'>,
  { workspaceId }: RuleContext,
  parameters: Parameters,
): string {
  return `(
    select subscription.status from subscriptions subscription
    where subscription.workspace_id = ${parameters.add(workspaceId, 'uuid')}
      and subscription.list_id = ${parameters.add(fromTypeId('lst', list_id), 'uuid')}
      and subscription.address = contact.address
    limit 1
  )`
}

/** Returns SQL that is true if the row `contact` wants a topic. It is never null. */
export function wantsTopic(
  { topic }: Pick<TopicCondition, 'topic'>,
  { workspaceId, projectId }: RuleContext,
  parameters: Parameters,
): string {
  const key = parameters.add(topic, 'text')
  const workspace = parameters.add(workspaceId, 'uuid')
  const preset = presetOfTopic(workspace, parameters.add(projectId, 'uuid'), key)
  return wantsTopicSql(workspace, 'contact.id', key, preset)
}
