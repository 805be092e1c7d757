import type { components } from '../../../generated/api-types.js'
import { call } from '../api.js'
import { allRows, doneIn, type Place } from './all-rows.js'
import type { Instance } from './instance.js'

type Schemas = components['schemas']

/** What a run has left for its end. */
export interface CleanedUp {
  readonly webhooks: number
  readonly keys: number
}

/**
 * Removes what a run has made and can be removed: webhook subscriptions are deleted and API keys are revoked. Its messages
 * go with the retention, and its projects stay.
 *
 * @throws Error in one sentence, where that is refused
 */
export async function cleanUp(instance: Instance): Promise<CleanedUp> {
  const { run, firstKey, workspaceKey, session = workspaceKey } = instance
  const own = { ...instance, key: workspaceKey, path: '/v1/webhooks/status' }
  const webhooks = (await allRows<Schemas['WebhookSubscription']>(own)).filter(
    ({ description }) => description === run,
  )
  for (const { id } of webhooks) await remove(own, id)
  // A workspace key does not see others of its kind.
  const issued = { ...instance, key: session, path: '/v1/api-keys' }
  const keys = (await allRows<Schemas['ApiKey']>(issued, firstKey)).filter(
    ({ name, revoked_at }) => name.startsWith(run) && revoked_at === null,
  )
  for (const { id } of keys) await remove(issued, id)
  return { webhooks: webhooks.length, keys: keys.length }
}

async function remove({ url, key, path }: Place, id: string): Promise<void> {
  const reply = await call(url, 'DELETE', `${path}/${id}`, { key })
  // Somebody else may have been quicker.
  if (reply.status !== 404) doneIn(reply, `${path}/${id} was not removed`)
}
