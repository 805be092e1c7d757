import type { components } from '../../../generated/api-types.js'
import { call } from '../api.js'
import type { Instance } from './instance.js'
import { doneIn } from './prepare.js'

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
  const webhooks = (await all<Schemas['WebhookSubscription']>(instance, '/v1/webhooks/status')).filter(
    ({ description }) => description === instance.run,
  )
  for (const { id } of webhooks) await remove(instance, `/v1/webhooks/status/${id}`)
  const keys = (await all<Schemas['ApiKey']>(instance, '/v1/api-keys')).filter(
    ({ name, revoked_at }) => name.startsWith(instance.run) && revoked_at === null,
  )
  for (const { id } of keys) await remove(instance, `/v1/api-keys/${id}`)
  return { webhooks: webhooks.length, keys: keys.length }
}

async function all<Row>({ url, workspaceKey }: Instance, path: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = `limit=100${cursor && `&cursor=${cursor}`}`
    const reply = await call(url, 'GET', `${path}?${query}`, { key: workspaceKey })
    const page = doneIn(reply, `${path} was not listed`)
    rows.push(...(page['data'] as Row[]))
    cursor = page['next_cursor'] as string | null
  }
  return rows
}

async function remove({ url, workspaceKey }: Instance, path: string): Promise<void> {
  const reply = await call(url, 'DELETE', path, { key: workspaceKey })
  // Somebody else may have been quicker.
  if (reply.status !== 404) doneIn(reply, `${path} was not removed`)
}
