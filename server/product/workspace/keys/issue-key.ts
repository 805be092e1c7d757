import type { components } from '../../../../generated/api-types.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { covers } from '../../../mail/network/address-ranges.js'
import type {
  KeyRestrictions,
  SessionPrincipal,
  WorkspaceKeyPrincipal,
} from '../../../platform/auth/principal.js'
import type { Project } from '../projects/projects.js'
import { readDomain, readEnd, readRange, refuseOtherEnvironment } from './restriction-values.js'

/** Defines who may issue which key. All rules are in this file; the handler finds the project and stores the key. */

type Request = components['schemas']['CreateApiKeyRequest']
type Scope = components['schemas']['Scope']

/** Scopes of project keys. The operations of the other scopes take workspace keys only. */
const projectScopes: readonly Scope[] = [
  'messages:send',
  'reports:read',
  'contacts:*',
  'templates:*',
  'inbound:*',
  'campaigns:*',
]

/**
 * Checks a request for consistency, before anything is looked up.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function checkKeyRequest(request: Request): void {
  if (request.kind === 'project' && request.project_id === undefined) {
    throw refusedValue('/body/project_id', 'required', 'is required for a project key')
  }
  if (request.kind === 'workspace' && request.project_id !== undefined) {
    throw refusedValue('/body/project_id', 'not_allowed', 'must be left out for a workspace key')
  }
  request.scopes.forEach((scope, index) => {
    if (request.kind === 'project' && !projectScopes.includes(scope)) {
      throw refusedValue(
        `/body/scopes/${index}`,
        'scope',
        `must be one of ${projectScopes.join(', ')} for a project key`,
      )
    }
    if (scope === 'suppressions:*' && request.privileged !== true) {
      throw refusedValue(`/body/scopes/${index}`, 'privileged', 'is granted with "privileged": true only')
    }
  })
}

/**
 * Returns the restrictions of a new key. A key issued by a workspace key can do no more than its issuer: it inherits
 * each restriction that the request leaves open, and a request for wider ones is refused. The same holds for the
 * addresses that a program's session is held to.
 *
 * @param project the project of a project key
 * @throws ApiError 403 if the issuer may not issue this key, 422 if a value makes no sense
 */
export function restrictionsOf(
  issuer: WorkspaceKeyPrincipal | SessionPrincipal,
  request: Request,
  project: Project | undefined,
): KeyRestrictions {
  const asked = askedRestrictions(request)
  if (project !== undefined) refuseOtherEnvironment(asked.environment, project.environment)
  // A project key is held to its project, and so to its environment.
  const environment = project === undefined ? asked.environment : null
  if (issuer.kind === 'workspaceSession') {
    if (request.kind === 'workspace' && issuer.role !== 'owner') {
      throw new ApiError('insufficient_scope', "A workspace key can only be issued by the owner's session.")
    }
    return { ...asked, environment, ipCidrs: withinAddresses(issuer.program?.ipCidrs ?? [], asked.ipCidrs) }
  }
  if (request.kind === 'workspace') {
    throw new ApiError('wrong_credential_kind', "A workspace key can only be issued by the owner's session.")
  }
  return { ...withinIssuer(issuer, request, asked, project), environment }
}

function askedRestrictions(request: Request): KeyRestrictions {
  const {
    environment = null,
    ip_cidrs = [],
    sender_domains = [],
    expires_at = null,
  } = request.restrictions ?? {}
  const ipCidrs = ip_cidrs.map(readRange)
  const senderDomains = sender_domains.map(readDomain)
  return { environment, ipCidrs, senderDomains, expiresAt: readEnd(expires_at, null) }
}

function withinIssuer(
  issuer: WorkspaceKeyPrincipal,
  request: Request,
  asked: KeyRestrictions,
  project: Project | undefined,
): KeyRestrictions {
  const own = issuer.restrictions
  const beyond = request.scopes.filter((scope) => !issuer.scopes.includes(scope))
  if (beyond.length > 0) {
    throw new ApiError(
      'insufficient_scope',
      `This key cannot grant ${beyond.join(', ')}, which it does not have.`,
    )
  }
  if (own.environment !== null && project?.environment !== own.environment) {
    throw new ApiError(
      'environment_not_allowed',
      `This key issues keys for ${own.environment} projects only.`,
    )
  }
  const ipCidrs = withinAddresses(own.ipCidrs, asked.ipCidrs)
  if (
    own.senderDomains.length > 0 &&
    !asked.senderDomains.every((domain) => own.senderDomains.includes(domain))
  ) {
    throw new ApiError(
      'sender_not_allowed',
      'This key cannot issue keys for sender domains other than its own.',
    )
  }
  if (own.expiresAt !== null && asked.expiresAt !== null && asked.expiresAt > own.expiresAt) {
    throw new ApiError('insufficient_scope', 'This key cannot issue keys that outlive it.')
  }
  return {
    environment: own.environment,
    ipCidrs,
    senderDomains: asked.senderDomains.length > 0 ? asked.senderDomains : own.senderDomains,
    expiresAt: asked.expiresAt ?? own.expiresAt,
  }
}

/**
 * Returns the addresses of a new key, which are its issuer's if the request names none.
 *
 * @throws ApiError 403 `ip_not_allowed`
 */
function withinAddresses(own: readonly string[], asked: readonly string[]): readonly string[] {
  if (own.length === 0) return asked
  if (!asked.every((cidr) => own.some((outer) => covers(outer, cidr)))) {
    const message = 'A credential that is restricted to some IP addresses cannot issue keys for others.'
    throw new ApiError('ip_not_allowed', message)
  }
  return asked.length > 0 ? asked : own
}
