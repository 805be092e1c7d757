import type { ListMessageLogsRequest } from 'postseal'

/** A parsed search of messages: its query, or the mistake that keeps it from being understood. */
export interface Search {
  readonly query: ListMessageLogsRequest
  readonly mistake?: string
}

/** The statuses of a message, as its way leads through them. */
export const statuses = [
  'scheduled',
  'queued',
  'deferred',
  'delivered',
  'bounced',
  'failed',
  'suppressed',
  'cancelled',
]

const fields =
  'status, from, to, domain, subject, category, meta, message, campaign, automation, list, template, key, after, before'

/** The prefixes of ids, by the fields that take one. A campaign and an automation exclude each other. */
const prefixes: Readonly<Record<string, string>> = { list: 'lst', template: 'tpl', key: 'key' }

/** A word or a phrase in quotes, with the name of a field before it or without. */
const terms = /(?:([a-z_]+):)?(?:"([^"]*)"?|([^\s"]+))/gi

/** Takes the term `status:` out of a search, for the filter beside it that shows the same. */
export function withoutStatus(text: string): string {
  return text
    .replaceAll(terms, (term, field?: string) => (field?.toLowerCase() === 'status' ? '' : term))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Reads the search language, which is the sink's: words are looked for everywhere, and a term that begins with a
 * field's name is looked for in that field: `to:ada@example.com subject:"reset your password" meta:order=42
 * after:2026-11-01`. A single word that is an address is the recipient.
 */
export function readSearch(text: string): Search {
  const query: Record<string, string> = {}
  const words: string[] = []
  for (const [, field, quoted, plain] of text.matchAll(terms)) {
    const value = (quoted ?? plain ?? '').trim()
    if (value === '') continue
    if (field === undefined) {
      if (/^[^\s@]+@[^\s@]+$/.test(value) && quoted === undefined) query.recipient = value
      else words.push(value)
      continue
    }
    const mistake = place(query, field.toLowerCase(), value)
    if (mistake !== undefined) return { query: {}, mistake }
  }
  if (words.length > 0) query.q = words.join(' ')
  return { query }
}

/** Adds a term to the query. Returns the mistake in the term, if there is one. */
function place(query: Record<string, string>, field: string, value: string): string | undefined {
  switch (field) {
    case 'to':
      query.recipient = value
      return value.includes('@') ? undefined : 'Enter a full address after “to:”, such as to:ada@example.com.'
    case 'status': {
      const status = value.toLowerCase()
      query.status = status
      return statuses.includes(status) ? undefined : `Enter a status after “status:”: ${statuses.join(', ')}.`
    }
    case 'from':
      query[value.includes('@') ? 'from_email' : 'from_domain'] = value
      return /[@.]/.test(value)
        ? undefined
        : 'Enter an address or a domain after “from:”, such as from:shop@example.com or from:example.com.'
    case 'domain':
      query.recipient_domain = value
      return undefined
    case 'subject':
      query.subject = value
      return undefined
    case 'category':
      query.category = value
      return undefined
    case 'message':
      query.message_id = value
      return /^msg_[a-z0-9]+$/.test(value)
        ? undefined
        : 'Enter an id after “message:”, such as message:msg_….'
    case 'campaign':
    case 'automation': {
      const prefix = field === 'campaign' ? 'cmp' : 'aut'
      query[`${field}_id`] = value
      if (query.campaign_id !== undefined && query.automation_id !== undefined)
        return 'A message belongs to a campaign or to an automation. Remove one of the two terms.'
      return new RegExp(`^${prefix}_[a-z0-9]+$`).test(value)
        ? undefined
        : `Enter an id after “${field}:”, such as ${field}:${prefix}_….`
    }
    case 'list':
    case 'template':
    case 'key': {
      const prefix = prefixes[field] ?? ''
      query[field === 'key' ? 'api_key_id' : `${field}_id`] = value
      return new RegExp(`^${prefix}_[a-z0-9]+$`).test(value)
        ? undefined
        : `Enter an id after “${field}:”, such as ${field}:${prefix}_….`
    }
    case 'meta': {
      const [key = '', ...rest] = value.split('=')
      query.metadata_key = key
      query.metadata_value = rest.join('=')
      return rest.length > 0 ? undefined : 'Enter a name and a value after “meta:”, such as meta:order=42.'
    }
    case 'after':
    case 'before': {
      const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00` : value)
      if (Number.isNaN(at.getTime())) return `Enter a day after “${field}:”, such as ${field}:2026-11-01.`
      query[field === 'after' ? 'since' : 'until'] = at.toISOString()
      return undefined
    }
    default:
      return `There is no field “${field}”. The fields are ${fields}.`
  }
}
