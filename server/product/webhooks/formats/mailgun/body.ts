import { createHmac, randomBytes } from 'node:crypto'
import { timeOf, toTypeId } from '../../../../platform/db/ids.js'
import { presentEvent, type EventRow } from '../../../../platform/events/present-event.js'
import type { Subjects } from '../subjects.js'
import { eventOf, isMessageEvent } from './event-of.js'

/**
 * Returns the body of a webhook in the format of Mailgun: an event as its list of events has it, and a signature of a
 * time and a token. Receivers keep the tokens to refuse copies, so each attempt has its own.
 *
 * @param secrets newest first; the text of the newest is the key
 * @throws Error if the event has no translation
 */
export function mailgunBody(event: EventRow, subjects: Subjects, secrets: readonly string[]): Buffer {
  return Buffer.from(
    JSON.stringify({ signature: signatureBy(secrets), 'event-data': dataOf(event, subjects) }),
  )
}

function dataOf(row: EventRow, { messages }: Subjects): object {
  if (row.type === 'webhook.test')
    return { event: 'test', id: toTypeId('evt', row.id), timestamp: timeOf(row.id).getTime() / 1000 }
  const event = presentEvent(row)
  const [data] = isMessageEvent(event) ? eventOf(event, messages.get(event.data.message_id)) : []
  if (data === undefined) throw new Error(`the event ${row.type} has no translation`)
  return data
}

function signatureBy([newest]: readonly string[]) {
  if (newest === undefined) throw new Error('a webhook has no secret')
  const timestamp = String(Math.floor(Date.now() / 1000))
  const token = randomBytes(25).toString('hex')
  const signature = createHmac('sha256', newest).update(timestamp).update(token).digest('hex')
  return { timestamp, token, signature }
}
