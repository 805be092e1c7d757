import type { Knex } from 'knex'
import { isIP } from 'node:net'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { plainAddress } from '../../../mail/network/address-ranges.js'
import type { SubscriptionRow } from './rows.js'

/**
 * What people said, as proof. Nothing here is ever changed, but for an erasure's taking out what names the
 * person.
 */
export type ConsentAction = components['schemas']['Consent']['action']

/** How somebody said it: their words or ours for the place, and what is known of the browser. */
export interface ConsentProof {
  readonly source: string
  readonly ip: string | null
  readonly userAgent: string | null
}

export interface ConsentRow {
  readonly workspace_id: WorkspaceId
  readonly subscription_id: Uuid
  readonly id: Uuid
  readonly list_id: Uuid
  readonly action: ConsentAction
  readonly at: Date
  readonly source: string | null
  readonly ip_address: string | null
  readonly user_agent: string | null
}

/** Records what somebody said, in the transaction of what it brings about. */
export async function recordConsent(
  trx: Knex.Transaction,
  { workspace_id, id, list_id }: SubscriptionRow,
  action: ConsentAction,
  at: Date,
  proof: ConsentProof,
): Promise<void> {
  const row: ConsentRow = {
    workspace_id,
    subscription_id: id,
    id: newUuid(),
    list_id,
    action,
    at,
    source: proof.source,
    ip_address: proof.ip,
    user_agent: proof.userAgent,
  }
  await trx<ConsentRow>('consents').insert(row)
}

/** What was said of these subscriptions, the first first. */
export async function listConsents(
  db: Knex,
  workspaceId: WorkspaceId,
  subscriptionIds: readonly Uuid[],
): Promise<ConsentRow[]> {
  return db<ConsentRow>('consents')
    .where('workspace_id', workspaceId)
    .whereIn('subscription_id', [...subscriptionIds])
    .orderBy(['subscription_id', 'id'])
    .select()
}

/**
 * The proof that a request to the API brings.
 *
 * @throws ApiError 422 `validation_failed` where the address is none
 */
export function admitProof(given: components['schemas']['UnsubscribeRequest'] | undefined): ConsentProof {
  const { source, ip_address: ip, user_agent: userAgent } = given ?? {}
  return {
    source: source ?? 'api',
    ip: ip === undefined ? null : admitIp(ip),
    userAgent: userAgent ?? null,
  }
}

/**
 * In one form for each address: in lower case and short (RFC 5952), and version 4 where it only wraps one.
 */
function admitIp(given: string): string {
  if (isIP(given) > 0 && !given.includes('%')) return plainAddress(given)
  throw refusedValue('/body/ip_address', 'ip_address', 'must be an IP address, version 4 or 6')
}
