import type { components } from '../../../generated/api-types.js'
import { call } from '../api/api.js'
import { allRows, doneIn, type Place } from './all-rows.js'
import type { Instance } from './instance.js'
import { domainOf } from './prepare.js'

type Schemas = components['schemas']

/** Counts of the things that a run deleted or revoked at its end. */
export interface CleanedUp {
  readonly webhooks: number
  readonly domains: number
  readonly keys: number
}

/**
 * Removes what a run has made and can be removed: webhook subscriptions and sending domains are deleted, and API keys
 * are revoked. Its messages go with the retention, and its projects stay.
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
  const domains = await removeDomains(instance)
  // A workspace key does not see others of its kind.
  const issued = { ...instance, key: session, path: '/v1/api-keys' }
  const keys = (await allRows<Schemas['ApiKey']>(issued, firstKey)).filter(
    ({ name, revoked_at }) => name.startsWith(run) && revoked_at === null,
  )
  for (const { id } of keys) await remove(issued, id)
  return { webhooks: webhooks.length, domains, keys: keys.length }
}

/** Domains are added and deleted by a session alone. */
async function removeDomains({ url, run, session: key }: Instance): Promise<number> {
  if (key === undefined) return 0
  const place = { url, key, path: '/v1/domains' }
  const domains = (await allRows<Schemas['Domain']>(place)).filter(({ name }) => name.endsWith(domainOf(run)))
  for (const { id } of domains) await remove(place, id)
  return domains.length
}

async function remove({ url, key, path }: Place, id: string): Promise<void> {
  const reply = await call(url, 'DELETE', `${path}/${id}`, { key })
  // Somebody else may have been quicker.
  if (reply.status !== 404) doneIn(reply, `${path}/${id} was not removed`)
}
