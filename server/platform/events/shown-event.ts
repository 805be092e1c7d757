import type { Principal } from '../auth/principal.js'
import { presentEvent, type EventRow, type PresentedEvent } from './present-event.js'

/**
 * Returns the function that presents events to a caller. Inbound messages are for sessions: an API key does not get
 * the texts of others, nor their addresses, nor links to them. Webhooks get all of it, since somebody has subscribed
 * them.
 */
export function eventsShownTo(principal: Principal): (row: EventRow) => PresentedEvent {
  return principal.kind === 'workspaceSession' ? presentEvent : presentToKey
}

/** The members of the data of `inbound.received` that a key gets. */
const ofInbound = [
  'inbound_message_id',
  'route_id',
  'size',
  'truncated',
  'readable',
  'automatic',
  'in_reply_to',
  'contact_id',
  'received_at',
  'replayed',
]

function presentToKey(row: EventRow): PresentedEvent {
  const { type, data } = row
  if (type === 'inbound.received') return presentEvent({ ...row, data: only(data, ofInbound) })
  if (type === 'automation.notified') return presentEvent({ ...row, data: withoutMail(data) })
  return presentEvent(row)
}

function only(data: EventRow['data'], names: readonly string[]): EventRow['data'] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)))
}

/**
 * Returns the data of a run that an inbound message may have started, as `dataOfMails` makes them, without the
 * message's words.
 */
function withoutMail(data: EventRow['data']): EventRow['data'] {
  const trigger = data['trigger'] as Readonly<Record<string, unknown>>
  if (trigger['inbound_message_id'] === undefined) return data
  const { subject: _subject, text: _text, ...ids } = trigger
  return { ...data, trigger: ids }
}
