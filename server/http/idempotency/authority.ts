import { covers } from '../../network/address-ranges.js'
import { isAtLeast, type Environment, type Principal, type UserRole } from '../../auth/principal.js'

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
 * Returns the rights of a credential. They leave out its expiry, since requests with an expired credential are refused.
 */
export function authorityOf(principal: Principal): Authority {
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
 * Whether a credential may do everything that another may. If so, it may get the reply that the other got. This is
 * never the case for credentials of different kinds, since each operation decides which kinds it admits.
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

/** Whether each entry of `inner` is covered by an entry of `outer`. An empty list means no restriction. */
function isWithin(
  inner: readonly string[],
  outer: readonly string[],
  covered: (outer: string, inner: string) => boolean,
): boolean {
  if (outer.length === 0) return true
  return inner.length > 0 && inner.every((one) => outer.some((other) => covered(other, one)))
}
