import type { components } from '../../../../../generated/api-types.js'
import { TimeSlice } from '../../../../../base/time/time-slice.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { ApiError, validationFailed } from '../../../../platform/http/errors/api-error.js'
import {
  maxFindingsOfBatch,
  mistakeFinder,
  rejectionOf,
  type FindMistakes,
} from '../../../../platform/http/validation/batch-items.js'
import { refuseIllFormedText } from '../../../../platform/http/validation/well-formed.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import type { AddressTokens } from '../../../../platform/auth/address-tokens.js'
import { presentContacts } from '../contact-rows.js'
import { upsertContacts, type GivenFields } from './upsert.js'
import type { ContactOwner } from '../upsert.js'

type Schemas = components['schemas']

/** A validated contact of a batch, or the error that refuses it. */
export type ReadItem = GivenFields | ApiError

let compiled: FindMistakes | undefined

/** Validates the contacts of a batch one by one, before any transaction, because that takes a while. */
export async function readBatch(contacts: readonly unknown[]): Promise<ReadItem[]> {
  compiled ??= mistakeFinder('upsertContactBatch', { $ref: '#/components/schemas/ContactInBatch' })
  const find = compiled
  const slice = new TimeSlice()
  const items: ReadItem[] = []
  let left = maxFindingsOfBatch
  for (const [index, contact] of contacts.entries()) {
    const item = readItem(find, contact, `/body/contacts/${index}`, Math.max(1, left))
    if (item instanceof ApiError) left -= item.details?.length ?? 0
    items.push(item)
    await slice.pause()
  }
  return items
}

function readItem(find: FindMistakes, contact: unknown, at: string, max: number): ReadItem {
  try {
    refuseIllFormedText(contact, at)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  const found = find(contact, max).slice(0, max)
  if (found.length === 0) return { at, fields: contact as Schemas['ContactInBatch'] }
  return validationFailed(found.map((finding) => ({ ...finding, path: at + finding.path })))
}

/** Creates or updates the validated contacts of a batch, in the caller's transaction. */
export async function upsertBatch(
  tx: Transaction,
  { tokens, wakes }: { readonly tokens: AddressTokens; readonly wakes: Wakes },
  to: ContactOwner,
  items: readonly ReadItem[],
): Promise<Schemas['ContactBatchResult']> {
  const given = items.flatMap((item) => (item instanceof ApiError ? [] : [item]))
  const { outcomes, isWanted } = await upsertContacts(tx, tokens, to, given)
  if (isWanted) tx.afterCommit(wakes.automations)
  if (given.some(({ fields }) => fields.unsubscribed !== undefined)) tx.afterCommit(wakes.webhooks)

  const stored = outcomes.flatMap((outcome) => (outcome instanceof ApiError ? [] : [outcome.contact]))
  const contacts = (await presentContacts(tx.sql, stored)).values()
  const rest = outcomes.values()
  const data = items.map((item, index): Schemas['ContactBatchItemResult'] => {
    const outcome = item instanceof ApiError ? item : (rest.next().value as (typeof outcomes)[number])
    if (outcome instanceof ApiError) return { index, status: 'rejected', error: rejectionOf(outcome) }
    const contact = contacts.next().value as Schemas['Contact']
    return { index, status: outcome.created ? 'created' : 'updated', contact }
  })
  const count = (wanted: Schemas['ContactBatchItemStatus']) =>
    data.filter(({ status }) => status === wanted).length
  return { data, created: count('created'), updated: count('updated'), rejected: count('rejected') }
}
