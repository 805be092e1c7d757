import type { Uuid, WorkspaceId } from '../db/ids.js'

/** The authenticated caller of a request. The kinds are those of the contract's security schemes. */
export type Principal = KeyPrincipal | SessionPrincipal

export type KeyPrincipal = ProjectKeyPrincipal | WorkspaceKeyPrincipal

export type Environment = 'live' | 'test'
export type UserRole = 'owner' | 'admin' | 'member'

/** The restrictions of a key; an empty list or null does not narrow. */
export interface KeyRestrictions {
  readonly environment: Environment | null
  readonly ipCidrs: readonly string[]
  readonly senderDomains: readonly string[]
  readonly expiresAt: Date | null
}

interface AnyKeyPrincipal {
  readonly workspaceId: WorkspaceId
  readonly keyId: Uuid
  readonly scopes: readonly string[]
  readonly restrictions: KeyRestrictions
}

export interface ProjectKeyPrincipal extends AnyKeyPrincipal {
  readonly kind: 'projectKey'
  readonly projectId: Uuid
}

export interface WorkspaceKeyPrincipal extends AnyKeyPrincipal {
  readonly kind: 'workspaceKey'
}

export interface SessionPrincipal {
  readonly kind: 'workspaceSession'
  readonly workspaceId: WorkspaceId
  readonly sessionId: Uuid
  readonly userId: Uuid
  /** The user's address, for the audit log. */
  readonly email: string
  /** The user's role; in a program's session at most the role that the program was given. */
  readonly role: UserRole
  /** The program of the session; null if a person has signed in. */
  readonly program: ProgramSession | null
}

/** A program's session, such as that of a CI job. An empty list does not narrow. */
export interface ProgramSession {
  /** The program's name, for the audit log. */
  readonly name: string
  /** The tags of the contract whose operations it may use, as `tagName` writes them. */
  readonly tags: readonly string[]
  readonly ipCidrs: readonly string[]
}

const unrestricted: KeyRestrictions = { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null }

/** Returns the restrictions of a principal's key. A session has none. */
export function restrictionsOn(principal: Principal): KeyRestrictions {
  return principal.kind === 'workspaceSession' ? unrestricted : principal.restrictions
}

/**
 * Returns the principal limited to the projects of an environment, as a workspace key can be by itself. A project key
 * has one project, and a session cannot be limited to some.
 */
export function limitedToEnvironment(principal: Principal, environment: Environment | null): Principal {
  if (environment === null || principal.kind !== 'workspaceKey') return principal
  return { ...principal, restrictions: { ...principal.restrictions, environment } }
}

/** Returns the id of a principal's key or session. */
export function credentialIdOf(principal: Principal): Uuid {
  return principal.kind === 'workspaceSession' ? principal.sessionId : principal.keyId
}

/** Returns the id of a principal's key; null for a session. */
export function keyIdOf(principal: Principal): Uuid | null {
  return principal.kind === 'workspaceSession' ? null : principal.keyId
}

const ranks: Record<UserRole, number> = { member: 1, admin: 2, owner: 3 }

/** Tells whether a role can do everything that `min` can. */
export function isAtLeast(role: UserRole, min: UserRole): boolean {
  return ranks[role] >= ranks[min]
}

/** Returns the role of two that can do less. */
export function lesserRole(one: UserRole, other: UserRole): UserRole {
  return isAtLeast(one, other) ? other : one
}

/** The rows of the workspace that a credential can see. */
export interface Visibility {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid | null
  readonly environment: Environment | null
}

/**
 * Returns the rows that a principal can see. A project key sees its own project. A workspace key sees all
 * projects, or only those of the environment it is restricted to. A session sees all projects.
 */
export function visibilityOf(principal: Principal): Visibility {
  return {
    workspaceId: principal.workspaceId,
    projectId: principal.kind === 'projectKey' ? principal.projectId : null,
    environment: principal.kind === 'projectKey' ? null : restrictionsOn(principal).environment,
  }
}
