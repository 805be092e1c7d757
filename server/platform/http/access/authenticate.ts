import { contains, plainAddress } from '../../../mail/network/address-ranges.js'
import type { KeyUses } from '../../auth/key-uses.js'
import type { KeyStore } from '../../auth/keys.js'
import { isWellFormedKey, looksLikeKey } from '../../auth/key-secret.js'
import { isAtLeast, type KeyPrincipal, type Principal, type UserRole } from '../../auth/principal.js'
import type { SessionVerifier } from '../../auth/sessions.js'
import type { ConsoleRequests, ConsoleVerdict } from './console-request.js'
import type { CredentialKind } from '../../../../base/contract/document.js'
import type { Operation } from '../operation/contract.js'
import { ApiError } from '../errors/api-error.js'

/** The stores that principals are looked up in. */
export interface Credentials {
  readonly keys: KeyStore
  readonly keyUses: Pick<KeyUses, 'note'>
  readonly console: Pick<ConsoleRequests, 'judge'>
  readonly sessions: Pick<SessionVerifier, 'verify'>
}

/** Matches a Bearer credential (RFC 6750, section 2.1). Nothing but one token may follow the scheme. */
const bearer = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** The challenge of a 401 (RFC 6750, section 3). */
const challenge = { 'WWW-Authenticate': 'Bearer realm="postseal"' }

/**
 * Finds the principal of a request. A cookie counts only without an Authorization header.
 *
 * @param authorization the request's Authorization header
 * @param verdict whether the request comes from a page of the service, with its cookie
 * @throws ApiError 401 `missing_credentials`, `invalid_credentials`, `expired_credentials`
 */
export async function authenticateRequest(
  credentials: Credentials,
  authorization: string | undefined,
  verdict: ConsoleVerdict,
): Promise<Principal> {
  if (authorization === undefined) {
    if (!verdict.fromConsole) throw missing(verdict.refusal)
    if (verdict.token === undefined) throw missing('Sign in first.')
    return bySession(credentials.sessions, verdict.token)
  }
  const token = bearer.exec(authorization)?.[1]
  if (token === undefined) throw refused('Expected `Authorization: Bearer <key>`.')
  return looksLikeKey(token) ? byKey(credentials.keys, token) : bySession(credentials.sessions, token)
}

/**
 * Returns the reason why a principal may not make a request, or undefined if it may: 403 `ip_not_allowed`,
 * `wrong_credential_kind` if the operation does not take this kind, or `insufficient_scope`.
 *
 * @param ip the client's address, for credentials that are limited to some addresses
 */
export function refusalOf(
  principal: Principal,
  { security, tags }: Pick<Operation, 'security' | 'tags'>,
  ip: string,
): ApiError | undefined {
  const isSession = principal.kind === 'workspaceSession'
  const ipCidrs = (isSession ? principal.program?.ipCidrs : principal.restrictions.ipCidrs) ?? []
  if (ipCidrs.length > 0 && !ipCidrs.some((cidr) => contains(cidr, ip))) {
    const credential = isSession ? 'session' : 'API key'
    return new ApiError('ip_not_allowed', `This ${credential} cannot be used from ${plainAddress(ip)}.`)
  }
  const ofKind = security.flatMap((requirement) => {
    const needed = requirement[principal.kind]
    return needed === undefined ? [] : [needed]
  })
  if (ofKind.length === 0) {
    const kinds = [
      ...new Set(security.flatMap((requirement) => Object.keys(requirement))),
    ] as CredentialKind[]
    return new ApiError(
      'wrong_credential_kind',
      `This operation takes ${kinds.map(inWords).join(' or ')}, not ${inWords(principal.kind)}.`,
    )
  }
  const only = isSession ? (principal.program?.tags ?? []) : []
  if (only.length > 0 && !tags.some((tag) => only.includes(tag))) {
    return new ApiError(
      'insufficient_scope',
      `This session may use operations of ${only.join(', ')} only; this one is of ${tags.join(', ')}.`,
    )
  }
  if (ofKind.some((needed) => isEnough(principal, needed))) return undefined
  return new ApiError(
    'insufficient_scope',
    principal.kind === 'workspaceSession'
      ? `This operation needs the role ${ofKind.flat().join(', or ')}; yours is ${principal.role}.`
      : `This operation needs the scope ${missingScopes(principal.scopes, ofKind)}, which this key does not have.`,
  )
}

/**
 * Names the scopes that a key lacks for each alternative that would suffice: `contacts:* and messages:send`,
 * `reports:read, or domains:*`.
 */
function missingScopes(held: readonly string[], ways: readonly (readonly string[])[]): string {
  const lacked = ways.map((needed) => needed.filter((scope) => !held.includes(scope)))
  return lacked.map((scopes) => scopes.join(' and ')).join(', or ')
}

/**
 * Finds the principal of an API key by its secret.
 *
 * @throws ApiError 401 `invalid_credentials`, `expired_credentials`
 */
export async function byKey(keys: KeyStore, secret: string): Promise<KeyPrincipal> {
  if (!isWellFormedKey(secret)) {
    throw refused('This is not a valid API key: its checksum does not match. Was it cut off or mistyped?')
  }
  return unexpired(await keys.find(secret))
}

/**
 * Returns the principal of an API key that was found.
 *
 * @throws ApiError 401 `invalid_credentials` if none was found, `expired_credentials`
 */
export function unexpired(principal: KeyPrincipal | undefined): KeyPrincipal {
  if (principal === undefined) throw revokedKey()
  const { expiresAt } = principal.restrictions
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) throw expired('This API key has expired.')
  return principal
}

async function bySession(sessions: Credentials['sessions'], token: string): Promise<Principal> {
  const result = await sessions.verify(token)
  if (result === 'invalid') throw refused('This is neither an API key nor a valid workspace session.')
  if (result === 'expired') throw expired('This workspace session has expired.')
  return result
}

function isEnough(principal: Principal, needed: readonly string[]): boolean {
  if (principal.kind === 'workspaceSession')
    return needed.every((role) => isAtLeast(principal.role, role as UserRole))
  return needed.every((scope) => principal.scopes.includes(scope))
}

/**
 * Makes the error for a request without credentials.
 *
 * @param why the reason, in a sentence
 */
export function missing(why?: string): ApiError {
  const advice = 'Send a credential as "Authorization: Bearer <credential>".'
  return new ApiError('missing_credentials', why === undefined ? advice : `${why} ${advice}`, {
    headers: challenge,
  })
}

/** Makes the error for a request whose key is not found. */
export function revokedKey(): ApiError {
  return refused('This API key does not exist or was revoked.')
}

function refused(message: string): ApiError {
  return new ApiError('invalid_credentials', message, {
    headers: { 'WWW-Authenticate': `${challenge['WWW-Authenticate']}, error="invalid_token"` },
  })
}

function expired(message: string): ApiError {
  return new ApiError('expired_credentials', message, {
    headers: { 'WWW-Authenticate': `${challenge['WWW-Authenticate']}, error="invalid_token"` },
  })
}

function inWords(kind: CredentialKind): string {
  return {
    projectKey: 'a project key',
    workspaceKey: 'a workspace key',
    workspaceSession: 'a workspace session',
  }[kind]
}
