import type { components } from '../../../generated/api-types.js'
import { valueOf, type Fields } from './report-fields.js'
import { readParameterized } from './parameters.js'

type InboundAutomatic = components['schemas']['InboundAutomatic']

/** Fields that programs set in their replies, beside Auto-Submitted. */
const replyFields = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply', 'x-autoreply-from']
const listFields = ['list-id', 'list-unsubscribe', 'list-post']

/**
 * What wrote a message, as far as its header and its envelope tell: RFC 3834 (sections 2 and 5), the reports of
 * RFC 6522, and older habits. The surest sign comes first.
 *
 * @param header its fields by their names in lower case
 * @param sender of the envelope, empty for `<>`; undefined where it is not known
 */
export function automaticOf(header: Fields, sender?: string): InboundAutomatic {
  const { value: type, parameters } = readParameterized(valueOf(header, 'content-type') ?? '')
  const report = type === 'multipart/report' ? (parameters.get('report-type') ?? '').toLowerCase() : undefined
  const submitted = /^\s*([\w-]+)/.exec(valueOf(header, 'auto-submitted') ?? '')?.[1]?.toLowerCase() ?? 'no'
  const precedence = (valueOf(header, 'precedence') ?? '').toLowerCase()

  if (report === 'disposition-notification') return 'auto_reply'
  if (report === 'feedback-report') return 'auto_generated'
  if (report !== undefined) return 'bounce'
  if (submitted === 'auto-replied' || /^auto[_-]reply\b/.test(precedence)) return 'auto_reply'
  if (replyFields.some((name) => isSet(header, name))) return 'auto_reply'
  if (sender === '' || valueOf(header, 'return-path')?.replace(/\s/g, '') === '<>') return 'bounce'
  if (submitted !== 'no') return 'auto_generated'
  if (listFields.some((name) => header.has(name)) || /^(?:list|bulk|junk)\b/.test(precedence)) return 'list'
  return isSet(header, 'x-auto-response-suppress') ? 'auto_generated' : 'none'
}

function isSet(header: Fields, name: string): boolean {
  return header.has(name) && !/^(?:no|none|false|0)$/i.test(valueOf(header, name) ?? '')
}
