import { hash } from 'node:crypto'
import { nilUuid, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { type Principal, isAtLeast, type Environment, type UserRole } from '../../auth/principal.js'
import { canonicalJson } from '../canonical-json.js'
import { covers } from '../../../mail/network/address-ranges.js'

/**
 * Idempotency keys. A key is claimed by a unique insert in the transaction of the effect, so the two are committed or
 * rolled back together: an error releases its key, a crash leaves neither. A second request with the key waits at the
 * insert until the first one's fate is known.
 *
 * Most mutations run in a transaction of their own (`run-once.ts`). Sends share theirs, and claim their keys in the
 * statement that stores the messages (`messages/accept/`).
 */

/** The age up to which a key is kept. */
export const keptFor = '24 hours'

/**
 * SQL condition for an `on conflict do update` of `idempotency_keys as k`: the existing key has run out. It compares
 * times of UTC, since PostgreSQL refuses there anything that a session could change if tables are spread over
 * machines.
 */
export const hasRunOut = `k.created_at at time zone 'UTC' < excluded.created_at at time zone 'UTC' - interval '${keptFor}'`

/** The owner of a key, the operation and the key itself. */
export interface KeyUse {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
  readonly operation: string
  readonly key: string
}

/** A use of a key, the request that it was used for, and the rights of its credential. */
export interface IdempotencyClaim extends KeyUse {
  /** A digest of the request. */
  readonly fingerprint: Buffer
  /** The rights of the request's credential. */
  readonly authority: Authority
}

/** Makes a claim. Its fingerprint is the same whatever the order of names and the white space (RFC 8785). */
export function claimOf(
  principal: Principal,
  operation: string,
  key: string,
  asked: { readonly path?: unknown; readonly query?: object; readonly body: unknown },
): IdempotencyClaim {
  const { path = {}, query = {}, body } = asked
  const canonical = canonicalJson({
    path,
    body: body ?? null,
    ...(Object.keys(query).length > 0 && { query }),
  })
  return {
    workspaceId: principal.workspaceId,
    projectId: principal.kind === 'projectKey' ? principal.projectId : nilUuid,
    operation,
    key,
    fingerprint: hash('sha256', canonical, 'buffer'),
    authority: authorityOf(principal),
  }
}

/**
 * Returns the claim of a send. Its idempotency key belongs to the message's project, so that a repetition
 * sends the message once, whether it comes with a key of the project or of its workspace.
 */
export function claimWithinProject(claim: IdempotencyClaim, projectId: Uuid): IdempotencyClaim {
  return { ...claim, projectId }
}

/** The rights of a credential, as stored with each idempotency key that it used. */
export type Authority =
  | { readonly kind: 'workspaceSession'; readonly role: UserRole }
  | {
      readonly kind: 'projectKey' | 'workspaceKey'
      readonly scopes: readonly string[]
      readonly environment: Environment | null
      readonly ip_cidrs: readonly string[]
      readonly sender_domains: readonly string[]
    }

/**
 * Returns the rights of a credential. They leave out its expiry, since requests with an expired credential
 * are refused.
 */
function authorityOf(principal: Principal): Authority {
  if (principal.kind === 'workspaceSession') return { kind: principal.kind, role: principal.role }
  const { kind, scopes, restrictions } = principal
  return {
    kind,
    scopes,
    environment: restrictions.environment,
    ip_cidrs: restrictions.ipCidrs,
    sender_domains: restrictions.senderDomains,
  }
}

/**
 * Tells whether a credential may do everything that another may. If so, it may get the reply that the other got. This
 * is never the case for credentials of different kinds, since each operation decides which kinds it admits.
 */
export function mayDoAllOf(own: Authority, other: Authority): boolean {
  if (own.kind === 'workspaceSession' || other.kind === 'workspaceSession') {
    return (
      own.kind === other.kind &&
      isAtLeast((own as { role: UserRole }).role, (other as { role: UserRole }).role)
    )
  }
  return (
    own.kind === other.kind &&
    (own.environment === null || own.environment === other.environment) &&
    other.scopes.every((scope) => own.scopes.includes(scope)) &&
    isWithin(other.ip_cidrs, own.ip_cidrs, covers) &&
    isWithin(other.sender_domains, own.sender_domains, (outer, inner) => outer === inner)
  )
}

/** Tells whether each entry of `inner` is covered by an entry of `outer`. An empty list means no restriction. */
function isWithin(
  inner: readonly string[],
  outer: readonly string[],
  covered: (outer: string, inner: string) => boolean,
): boolean {
  if (outer.length === 0) return true
  return inner.length > 0 && inner.every((one) => outer.some((other) => covered(other, one)))
}
