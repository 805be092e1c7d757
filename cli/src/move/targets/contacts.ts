import { printableLine } from '../../../../base/text/printable.js'
import { isRecord } from '../../output/cell.js'
import { leaveOut, note } from '../journal.js'
import type { Contact } from '../items.js'
import { rowsOf, textOf, type Row } from '../fields.js'
import { segmentProperty } from './audience.js'
import { keyOf } from './postseal.js'
import type { Move, Target } from './target.js'

/** The most contacts in a request. */
const largestBatch = 100
const longestName = 200
const propertyName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/
const longestValue = 1000

/**
 * Brings contacts with their consent. Nobody is opted in who has opted out here: a contact is sent as unsubscribed or
 * without saying so. When the other service is read again, contacts that are here already only get what they have
 * opted out of since, so that changes made here stay.
 */
export const bringContacts: Target<'contacts'> = async (move, { batch, progress }) => {
  const { journal, to } = move
  for (let at = 0; at < batch.items.length; at += largestBatch) {
    const all = batch.items.slice(at, at + largestBatch)
    const sent: { readonly contact: Contact; readonly value: object; readonly before: Row | undefined }[] = []
    for (const contact of all) {
      const before = journal.isAgain ? await contactHere(move, contact.email) : undefined
      const lossesOf: string[] = []
      const value = before === undefined ? wholeOf(move, contact, lossesOf) : whatIsLeft(move, contact)
      note(
        progress,
        lossesOf.map((reason) => ({ item: contact.email, reason })),
      )
      if (before !== undefined && !contact.isUnsubscribed && !hasOptOuts(contact)) progress.present += 1
      else sent.push({ contact, value, before })
    }
    if (sent.length === 0) continue
    const value = { project_id: to.projectId, contacts: sent.map((each) => each.value) }
    const key = keyOf(journal.id, 'contacts', String(journal.round), JSON.stringify(value))
    const reply = await to.change('POST', '/v1/contacts/batch', { value, key })
    for (const result of rowsOf(reply['data'])) {
      const one = sent[Number(result['index'])]
      if (one === undefined) continue
      if (result['status'] === 'rejected') {
        const reason = isRecord(result['error']) ? textOf(result['error'], 'message') : undefined
        leaveOut(progress, [{ item: one.contact.email, reason: reason ?? 'refused' }])
        continue
      }
      if (result['status'] === 'created') progress.brought += 1
      else progress.present += 1
      const here = isRecord(result['contact']) ? result['contact'] : {}
      await choose(move, one.contact, { here, isKnown: one.before !== undefined })
    }
  }
}

/** Sets the choices of a contact that it has not made here, and what it has opted out of at the other service. */
async function choose(
  { journal, to, source }: Move,
  { choices = [] }: Contact,
  { here, isKnown }: { here: Row; isKnown: boolean },
): Promise<void> {
  const chosen = isRecord(here['topics']) ? here['topics'] : {}
  for (const { topicId, isSubscribed } of choices) {
    const topic = journal.of('topics').ids[topicId]
    const isSet = isSubscribed ? isKnown || chosen[topic ?? ''] !== undefined : chosen[topic ?? ''] === false
    if (topic === undefined || isSet) continue
    const id = textOf(here, 'id') ?? ''
    await to.change('PUT', `/v1/contacts/${encodeURIComponent(id)}/topics/${encodeURIComponent(topic)}`, {
      value: { subscribed: isSubscribed, source: `Moved from ${source.title}` },
      key: keyOf(journal.id, 'choice', String(journal.round), id, topic),
    })
  }
}

async function contactHere({ to }: Move, email: string): Promise<Row | undefined> {
  const query = new URLSearchParams({ project_id: to.projectId ?? '', email, limit: '1' })
  return rowsOf((await to.get(`/v1/contacts?${query.toString()}`))['data'])[0]
}

function hasOptOuts({ choices = [], leftSegmentIds = [] }: Contact): boolean {
  return leftSegmentIds.length > 0 || choices.some(({ isSubscribed }) => !isSubscribed)
}

/** Returns what a contact that is here already has opted out of. */
function whatIsLeft(move: Move, contact: Contact): object {
  const { leftSegmentIds = [] } = contact
  const properties = Object.fromEntries(leftSegmentIds.map((id) => [segmentProperty(move, id), false]))
  return { ...optOutOf(contact), ...(leftSegmentIds.length > 0 && { properties }) }
}

function optOutOf({ email, isUnsubscribed }: Contact): object {
  return { email, ...(isUnsubscribed && { unsubscribed: true }) }
}

function wholeOf(move: Move, contact: Contact, losses: string[]): object {
  const { firstName, lastName, properties = {}, segmentIds = [] } = contact
  const name = (contact.name === undefined ? [firstName, lastName] : [contact.name])
    .map((part) => printableLine(part ?? '').trim())
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, longestName)
  const kept = Object.entries(properties).filter(([key, value]) => {
    const isKept = propertyName.test(key) && (typeof value !== 'string' || value.length <= longestValue)
    if (!isKept) losses.push(`the property "${key}" is left out: its name or value cannot be stored`)
    return isKept
  })
  const all = {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...Object.fromEntries(kept),
    ...Object.fromEntries(segmentIds.map((id) => [segmentProperty(move, id), true])),
  }
  return {
    ...optOutOf(contact),
    ...(name !== '' && { name }),
    ...(Object.keys(all).length > 0 && { properties: all }),
  }
}
