import type { components } from '../../../../generated/api-types.js'
import {
  ApiError,
  refusedValue,
  statusOf,
  validationFailed,
} from '../../../platform/http/errors/api-error.js'
import { claimOf, claimWithinProject } from '../../../platform/http/idempotency/claim.js'
import { findFirstReply } from '../../../platform/http/idempotency/kept-reply.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import { maxFindingsOfBatch, rejectionOf } from '../../../platform/http/validation/batch-items.js'
import { withProjectOfKey } from '../../../platform/http/validation/project-of-key.js'
import { isUnavailable } from '../../../platform/db/connection/unavailable.js'
import { TimeSlice } from '../../../../base/time/time-slice.js'
import type { Accept } from '../accept/accept.js'
import type { Principal } from '../../../platform/auth/principal.js'
import { admissionOf, type AdmissionDependencies } from '../admit/admit.js'
import { readSend, type Send } from '../admit/send.js'
import type { ItemContent, ValidateItem } from './validate-item.js'
import type { AuditEntry } from '../../../platform/audit/entry.js'

type Schemas = components['schemas']

export interface BatchDependencies extends AdmissionDependencies {
  readonly accept: Accept
  readonly validateItem: ValidateItem
  /** Called with failures of the service itself, of which the item's error gives no details. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Sends a batch: each item by itself, as if it had come alone with its key. The envelope has been validated.
 *
 * @throws an error that says that the database is away, since the whole batch can be sent again then
 */
export async function sendBatch(
  dependencies: BatchDependencies,
  principal: Principal,
  request: Schemas['BatchRequest'],
): Promise<Schemas['BatchResult']> {
  const slice = new TimeSlice()
  const budget = { findings: maxFindingsOfBatch }
  const items = request.items.map((item, index): Item => ({ ...item, index, budget }))
  const refused = request.all_or_nothing === true ? await refusals(dependencies, principal, items) : []
  if (refused.some((error) => error !== undefined)) return resultOf(items.map(refusedWith(refused)))
  const results: Promise<Schemas['BatchItemResult']>[] = []
  for (const item of items) {
    const result = sendItem(dependencies, principal, item)
    // An item may fail before the last item has begun; that must not be an unhandled rejection.
    result.catch(() => undefined)
    results.push(result)
    await slice.pause()
  }
  return resultOf(await Promise.all(results))
}

/** An item of a batch with its place, and the number of mistakes that the batch may still name. */
type Item = Schemas['BatchItem'] & { readonly index: number; readonly budget: { findings: number } }

function resultOf(data: Schemas['BatchItemResult'][]): Schemas['BatchResult'] {
  const accepted = data.filter(({ status }) => status === 'accepted').length
  return { data, accepted, rejected: data.length - accepted }
}

/**
 * Checks all items before the first is accepted, one after the other: a rendered message is large, so none is kept.
 *
 * @returns the error of each item that would be rejected; undefined for the others
 */
async function refusals(
  dependencies: BatchDependencies,
  principal: Principal,
  items: readonly Item[],
): Promise<(Schemas['BatchItemError'] | undefined)[]> {
  const slice = new TimeSlice()
  const errors: (Schemas['BatchItemError'] | undefined)[] = []
  for (const item of items) {
    errors.push(await refusalOf(dependencies, principal, item))
    await slice.pause()
  }
  return errors
}

async function refusalOf(
  dependencies: BatchDependencies,
  principal: Principal,
  item: Item,
): Promise<Schemas['BatchItemError'] | undefined> {
  try {
    const request = requestOf(dependencies, principal, item)
    try {
      await request.admit(await request.authorize())
    } catch (error) {
      // An item that was accepted before gets its first reply, even if it would be refused now.
      const isRefused = error instanceof ApiError && error.status < 500
      if (!isRefused || (await findFirstReply(dependencies.db, request.claim)) === undefined) throw error
    }
    return undefined
  } catch (error) {
    if (isUnavailable(error)) throw error
    return presentRejection(error, dependencies.onFailure)
  }
}

/** The error of an item that was refused only because another one of its batch was. */
const refusedWithOthers: Schemas['BatchItemError'] = {
  status: statusOf('invalid_state'),
  code: 'invalid_state',
  message: 'Another item of the batch was rejected, so nothing of it was accepted.',
}

function refusedWith(errors: readonly (Schemas['BatchItemError'] | undefined)[]) {
  return ({ index, idempotency_key }: Item): Schemas['BatchItemResult'] => ({
    index,
    idempotency_key,
    status: 'rejected',
    error: errors[index] ?? refusedWithOthers,
  })
}

/**
 * Refuses a batch in which two items have the same key.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function refuseRepeatedKeys(items: readonly Schemas['BatchItem'][]): void {
  const places = new Map<string, number>()
  items.forEach(({ idempotency_key: key }, index) => {
    const first = places.get(key)
    if (first !== undefined) {
      throw refusedValue(
        `/body/items/${index}/idempotency_key`,
        'duplicate',
        `must not repeat the key of item ${first}`,
      )
    }
    places.set(key, index)
  })
}

async function sendItem(
  dependencies: BatchDependencies,
  principal: Principal,
  item: Item,
): Promise<Schemas['BatchItemResult']> {
  const place = { index: item.index, idempotency_key: item.idempotency_key }
  try {
    const request = requestOf(dependencies, principal, item)
    const { message: accepted, replayed } = await dependencies.accept(request)
    return { ...place, status: 'accepted', ...(replayed && { replayed }), message: accepted }
  } catch (error) {
    if (isUnavailable(error)) throw error
    return { ...place, status: 'rejected', error: presentRejection(error, dependencies.onFailure) }
  }
}

/**
 * Validates an item, and returns the request that it amounts to. No item waits for another before its validation, so
 * items are validated in order.
 *
 * @throws ApiError 422 `validation_failed`
 */
function requestOf(dependencies: BatchDependencies, principal: Principal, item: Item) {
  const { content, send } = validated(dependencies.validateItem, principal, item, {
    at: `/body/items/${item.index}`,
    budget: item.budget,
  })
  const claim = claimWithinProject(
    claimOf(principal, 'sendMessageBatch', item.idempotency_key, { body: content }),
    fromTypeId('prj', send.content.project_id),
  )
  const admission = admissionOf(dependencies, principal, send)
  return { workspaceId: principal.workspaceId, bulk: true, claim, ...admission }
}

function validated(
  validateItem: ValidateItem,
  principal: Principal,
  item: Schemas['BatchItem'],
  { at, budget }: { at: string; budget: { findings: number } },
): { content: ItemContent; send: Send } {
  const max = Math.max(1, budget.findings)
  try {
    const { content, templateAt } = validateItem(item, at, max)
    const send = sendOfItem(content, at)
    return { content, send: templateAt === undefined ? send : { ...send, templateAt } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.details === undefined) throw error
    budget.findings -= error.details.length
    throw error.code === 'validation_failed'
      ? validationFailed(withProjectOfKey(error.details.slice(0, max), principal))
      : error
  }
}

function sendOfItem({ message, template }: ItemContent, at: string): Send {
  return message === undefined ? readSend(template, `${at}/template`) : readSend(message, `${at}/message`)
}

function presentRejection(error: unknown, onFailure: (error: unknown) => void): Schemas['BatchItemError'] {
  if (error instanceof ApiError) return rejectionOf(error)
  onFailure(error)
  return { status: 500, code: 'internal_error', message: 'Something went wrong on our side.' }
}

/**
 * Returns a batch's entry in the audit log, with the number of items accepted now. There is no entry if all of its
 * items were accepted before.
 */
export function entryOfBatch(
  entry: AuditEntry,
  { data, rejected }: components['schemas']['BatchResult'],
): { readonly lateEntry?: AuditEntry } {
  const count = data.filter((item) => item.status === 'accepted' && item.replayed !== true).length
  if (count > 0) return { lateEntry: { ...entry, status: 200, count } }
  return rejected === 0 ? {} : { lateEntry: { ...entry, outcome: 'refused', status: 200, count } }
}
