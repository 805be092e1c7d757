import type { operations } from '../../../../generated/api-types.js'
import { fromTypeId, type Uuid } from '../../../platform/db/ids.js'
import { askedStatuses } from '../../../platform/http/lists/asked-values.js'
import { isOneOf, type Condition, type IndexWalk } from '../../../platform/http/lists/bounded-walk.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { visibleConditions } from '../../../platform/http/access/visible.js'
import { foldAddress, normalizeDomain } from '../../../../base/addresses/address.js'
import { soughtInside, termsOf, type Sought, type Term } from '../../../platform/log-search/terms.js'
import { domainWord, keyWord } from '../../../platform/log-search/words.js'

/** Filters of a search for logs. */
export type LogFilters = Omit<
  NonNullable<operations['listMessageLogs']['parameters']['query']>,
  'limit' | 'cursor' | 'since' | 'until'
>

/**
 * Returns the conditions of a search on `log` and `message`, the most selective first: the first one with an index
 * drives the search.
 *
 * @throws ApiError 422 if there is a value of metadata without its key, or a campaign and an automation
 */
export function logConditions(visibility: Visibility, filters: LogFilters): Condition[] {
  const { recipient, message_id: message, metadata_key: key, metadata_value: value } = filters
  if (key === undefined && value !== undefined) {
    throw refusedValue('/query/metadata_value', 'metadata_key', 'needs a metadata_key')
  }
  const statuses = askedStatuses(filters)
  const conditions: Condition[] = []
  if (recipient !== undefined) conditions.push(indexed('address', foldAddress(recipient)))
  if (message !== undefined) conditions.push(indexed('message_id', fromTypeId('msg', message)))
  if (key !== undefined) conditions.push(value === undefined ? hasMetadata(key) : metadataIs(key, value))
  conditions.push(...ofProgram(filters, statuses))
  if (filters.category !== undefined && areRare(statuses)) conditions.push(rareIn(statuses, filters.category))
  if (filters.engagement !== undefined) conditions.push(engagedBy(filters.engagement))
  if (statuses !== undefined) conditions.push(indexed('status', ...statuses))
  if (filters.category !== undefined) conditions.push(indexed('category', filters.category))
  conditions.push(...visibleConditions(visibility, 'message_logs', 'log'))
  if (filters.recipient_domain !== undefined) conditions.push(isAt(filters.recipient_domain))
  conditions.push(...ofContent(filters))
  if (filters.q !== undefined) conditions.push(...termsOf(filters.q).map(hasTerm))
  return conditions
}

/** Statuses of most logs. */
const usual: readonly string[] = ['scheduled', 'queued', 'delivered']

function areRare(statuses: readonly string[] | undefined): statuses is readonly string[] {
  return statuses !== undefined && !statuses.some((status) => usual.includes(status))
}

/** SQL: the expression of the indexes of logs with other statuses. */
function ifRare(value: string): string {
  return `case when status not in (${usual.map((each) => `'${each}'`).join(', ')}) then ${value} end`
}

/** SQL: the expression of an index. A log is of a campaign or of an automation, or of none. */
const program = 'coalesce(campaign_id, automation_id)'

/**
 * Narrows a search to the mail of a campaign or of an automation.
 *
 * @throws ApiError 422 if both are asked for
 */
export function ofProgram(
  { campaign_id: campaign, automation_id: automation }: Pick<LogFilters, 'campaign_id' | 'automation_id'>,
  statuses?: readonly string[],
): Condition[] {
  if (campaign !== undefined && automation !== undefined) {
    throw refusedValue('/query/automation_id', 'exclusive', 'cannot be given together with campaign_id')
  }
  const conditions = (column: string, id: Uuid): Condition[] => {
    const parts: Record<string, string>[] = areRare(statuses)
      ? statuses.map((status) => ({ [ifRare(program)]: id, status }))
      : [{ [program]: id }]
    const mail = { sql: `log.${column} = ?`, values: [id] }
    // The index does not tell which of the two the program is.
    return [{ ...mail, index: parts.map((equal) => ({ table: 'message_logs', equal, id: 'id' })) }, mail]
  }
  if (campaign !== undefined) return conditions('campaign_id', fromTypeId('cmp', campaign))
  return automation === undefined ? [] : conditions('automation_id', fromTypeId('aut', automation))
}

/**
 * Combines statuses and a category in the condition of one index. Many logs may have a rare status, many a category
 * or a program, and none both. With the index of only one, the search would examine all of these.
 */
function rareIn(statuses: readonly string[], category: string): Condition {
  const index = statuses.map((status): IndexWalk => {
    return { table: 'message_logs', equal: { [ifRare('status')]: status, category }, id: 'id' }
  })
  const { sql, values } = isOneOf('log.status', statuses)
  return { sql: `${sql} and log.category = ?`, values: [...values, category], index }
}

/**
 * Narrows a search to logs with opens or clicks by people. The scalar subquery keeps the planner from reading all of
 * them first, as it may for `exists`.
 */
function engagedBy(engagement: NonNullable<LogFilters['engagement']>): Condition {
  const kind = engagement === 'opened' ? 'open' : 'click'
  const index: IndexWalk = {
    table: 'engagements',
    equal: { '(case when position = -1 and not machine then kind end)': kind },
    id: 'log_id',
  }
  const sql = `(select true from engagements
    where workspace_id = $1 and log_id = log.id and kind = ? and position = -1 and not machine) is not null`
  return { sql, values: [kind], index }
}

function indexed(column: string, ...values: readonly string[]): Condition {
  const index = values.map((value): IndexWalk => {
    return { table: 'message_logs', equal: { [column]: value }, id: 'id' }
  })
  return { ...isOneOf(`log.${column}`, values), index }
}

function metadataIs(key: string, value: string): Condition {
  const index: IndexWalk = { table: 'message_metadata', equal: { key, value }, id: 'log_id' }
  return { sql: 'message.metadata ->> ? = ?', values: [key, value], index }
}

/**
 * Narrows a search to messages with a key of metadata. A key alone says little about a message, so there is no index
 * for it.
 */
function hasMetadata(key: string): Condition {
  return { sql: 'message.metadata ->> ? is not null', values: [key] }
}

type ContentFilters = Pick<
  LogFilters,
  'subject' | 'from_email' | 'from_domain' | 'list_id' | 'template_id' | 'api_key_id'
>

/**
 * Narrows a search by fields that only messages have. There is no index for them, so they filter the rows that are
 * walked.
 */
export function ofContent(filters: ContentFilters): Condition[] {
  const { subject, from_email: sender, list_id: list, template_id: template, api_key_id: key } = filters
  const conditions: Condition[] = []
  if (subject !== undefined) conditions.push(subjectHas(subject))
  if (sender !== undefined) conditions.push({ sql: 'lower(message.from_email) = lower(?)', values: [sender] })
  if (filters.from_domain !== undefined) conditions.push(isFrom(filters.from_domain))
  if (list !== undefined) conditions.push({ sql: 'message.list_id = ?', values: [fromTypeId('lst', list)] })
  if (template !== undefined)
    conditions.push({ sql: 'message.template_id = ?', values: [fromTypeId('tpl', template)] })
  if (key !== undefined) conditions.push({ sql: 'message.api_key_id = ?', values: [fromTypeId('key', key)] })
  return conditions
}

/** Narrows a search to senders at exactly the domain, by which their mail is counted. */
function isFrom(text: string): Condition {
  const domain = normalizeDomain(text) ?? text.toLowerCase()
  return { sql: `lower(split_part(message.from_email, '@', -1)) = ?`, values: [domain] }
}

/** Narrows a search by text in the subject. It does not use `like`, which would give a meaning to some characters. */
function subjectHas(text: string): Condition {
  return { sql: 'position(lower(?) in lower(message.subject)) > 0', values: [text] }
}

/**
 * Narrows a search to recipients at the domain, or at one below it. A text that cannot be a domain matches no
 * recipient.
 */
function isAt(text: string): Condition {
  const domain = normalizeDomain(text) ?? text.toLowerCase()
  return {
    sql: `right(log.address, length(?::text) + 1) in ('@' || ?::text, '.' || ?::text)`,
    values: [domain, domain, domain],
  }
}

/** Narrows a search to a term in the text `searched`, which {@link searchesText} says to join. */
function hasTerm({ before, literal }: Term): Condition {
  return { sql: 'searched.text ~ (?::text || lower(?::text))', values: [before, literal] }
}

/** Returns whether the conditions need the text in which a free-text search looks. */
export function searchesText(filters: LogFilters): boolean {
  return filters.q !== undefined
}

/**
 * Returns the words that all matching logs contain, to narrow the search by. There are none if another filter narrows
 * it further: one person, one message, one value of metadata.
 */
export function soughtWords(filters: LogFilters): readonly Sought[] {
  const { recipient, message_id: message, metadata_key: key, metadata_value: value } = filters
  if (recipient !== undefined || message !== undefined || value !== undefined) return []
  const whole = (word: string): Sought => ({ word, isPrefix: false })
  const domain = filters.recipient_domain
  return [
    ...(filters.q === undefined ? [] : termsOf(filters.q).flatMap(({ sought }) => sought)),
    ...(domain === undefined ? [] : [whole(domainWord(normalizeDomain(domain) ?? domain.toLowerCase()))]),
    ...(filters.subject === undefined ? [] : soughtInside(filters.subject)),
    ...(key === undefined ? [] : [whole(keyWord(key))]),
  ]
}
