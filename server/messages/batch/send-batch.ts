import type { components } from '../../../generated/api-types.js'
import { ApiError, refusedValue } from '../../http/errors.js'
import { claimOf } from '../../http/idempotency/claim.js'
import { isUnavailable } from '../../db/unavailable.js'
import type { Accept } from '../accept/accept.js'
import { admit, admitProject, type Admission, type Sender } from '../admit/admit.js'
import type { NewMessage } from '../admit/new-message.js'
import type { ItemContent, ValidateItem } from './validate-item.js'

type Schemas = components['schemas']

export interface BatchDependencies {
  readonly admission: Admission
  readonly accept: Accept
  readonly validateItem: ValidateItem
  /** Told of failures that are ours, which the item is only told of in general. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Sends a batch: each item by itself, as if it had come alone with its key. The envelope has been validated, but
 * for the keys' being different.
 *
 * @throws ApiError 422 where two items have the same key; what says that the database is away, since the whole
 *   batch can be sent again then
 */
export async function sendBatch(
  dependencies: BatchDependencies,
  sender: Sender,
  request: Schemas['BatchRequest'],
): Promise<Schemas['BatchResult']> {
  refuseRepeatedKeys(request.items)
  const data = await Promise.all(
    request.items.map((item, index) => sendItem(dependencies, sender, item, index)),
  )
  const accepted = data.filter(({ status }) => status === 'accepted').length
  return { data, accepted, rejected: data.length - accepted }
}

function refuseRepeatedKeys(items: readonly Schemas['BatchItem'][]): void {
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
  sender: Sender,
  item: Schemas['BatchItem'],
  index: number,
): Promise<Schemas['BatchItemResult']> {
  const place = { index, idempotency_key: item.idempotency_key }
  try {
    const content = dependencies.validateItem(item)
    const { message: accepted, replayed } = await dependencies.accept({
      workspaceId: sender.workspaceId,
      bulk: true,
      claim: claimOf(sender, 'sendMessageBatch', item.idempotency_key, { body: content }),
      admit: () => admitContent(dependencies.admission, sender, content),
    })
    return { ...place, status: 'accepted', ...(replayed && { replayed }), message: accepted }
  } catch (error) {
    if (isUnavailable(error)) throw error
    return { ...place, status: 'rejected', error: presentRejection(error, dependencies.onFailure) }
  }
}

async function admitContent(
  admission: Admission,
  sender: Sender,
  { message, template }: ItemContent,
): Promise<NewMessage> {
  if (message !== undefined) return admit(admission, sender, message, '/message')
  await admitProject(admission, sender, template.project_id)
  throw new ApiError('template_not_found', `There is no published template ${template.template_id}.`)
}

function presentRejection(error: unknown, onFailure: (error: unknown) => void): Schemas['BatchItemError'] {
  if (error instanceof ApiError) {
    const { status, code, message, details } = error
    return { status, code, message, ...(details && { details: [...details] }) }
  }
  onFailure(error)
  return { status: 500, code: 'internal_error', message: 'Something went wrong on our side.' }
}
