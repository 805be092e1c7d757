import type { Knex } from 'knex'
import { isIP } from 'node:net'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { plainAddress } from '../../../mail/network/address-ranges.js'
import type { SubscriptionRow } from './subscription-rows.js'

/**
 * The act of a person that a consent proves. Consents never change, except that an erasure takes out whatever names
 * the person.
 */
export type ConsentAction = components['schemas']['Consent']['action']

/** The circumstances of a consent: its source in the caller's words or ours, and the data known about the browser. */
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

/** Records a consent, in the transaction that acts on it. */
export async function recordConsent(
  trx: Knex.Transaction,
  { workspace_id, id, list_id }: SubscriptionRow,
  { action, at, proof }: { readonly action: ConsentAction; readonly at: Date; readonly proof: ConsentProof },
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

/** Returns the consents of these subscriptions, the earliest first. */
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
 * Returns the proof that a request to the API brings.
 *
 * @throws ApiError 422 `validation_failed` if its IP address is none
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
 * Returns an IP address in its one normal form: in lower case and short (RFC 5952), and as version 4 if a version 6
 * address only wraps one.
 */
function admitIp(given: string): string {
  if (isIP(given) > 0 && !given.includes('%')) return plainAddress(given)
  throw refusedValue('/body/ip_address', 'ip_address', 'must be an IP address, version 4 or 6')
}
