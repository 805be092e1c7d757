import type { ContractOperation } from './contract.js'
import { projectScopes, workspaceScopes, type Scope, type Tenant } from '../workspace/tenant.js'

/** Every kind of credential, and what the `security` of the contract says that an operation answers to it. */

export interface Credential {
  readonly kind: 'projectKey' | 'workspaceKey' | 'workspaceSession'
  /** Scopes, or the one role. */
  readonly holds: readonly string[]
  readonly make: (tenant: Tenant) => Promise<string>
  /** True if the credential is sent as a cookie, as a page of the console sends it. */
  readonly cookie?: boolean
}

const roles = ['member', 'admin', 'owner'] as const

export const credentials: Record<string, Credential | undefined> = {
  'no credential': undefined,
  ...keys('a project key', 'projectKey', projectScopes, (tenant) => ({ project: tenant.liveProject })),
  ...keys('a workspace key', 'workspaceKey', workspaceScopes, () => ({})),
  ...Object.fromEntries(
    roles.flatMap((role): [string, Credential][] => {
      const session: Credential = {
        kind: 'workspaceSession',
        holds: [role],
        make: (tenant) => tenant.session(role),
      }
      const name = `a session of role ${role}`
      return [
        [name, session],
        [`${name} in a cookie`, { ...session, cookie: true }],
      ]
    }),
  ),
}

/** A key with every scope, and for each scope one without it, and some with one alone. */
function keys(
  name: string,
  kind: 'projectKey' | 'workspaceKey',
  scopes: readonly Scope[],
  of: (tenant: Tenant) => { project?: string },
): Record<string, Credential> {
  const key = (holds: readonly Scope[]): Credential => ({
    kind,
    holds,
    make: (tenant) => tenant.key({ ...of(tenant), scopes: holds }),
  })
  return Object.fromEntries([
    [`${name} with every scope`, key(scopes)],
    ...scopes.map((scope) => [`${name} without ${scope}`, key(scopes.filter((other) => other !== scope))]),
    // Those that a workspace key can pass on, so that it has something to issue a key with.
    ...projectScopes.map((scope) => [`${name} with ${scope} alone`, key([scope])]),
  ]) as Record<string, Credential>
}

export function expectedOf(operation: ContractOperation, credential: Credential | undefined): string {
  if (operation.security.length === 0) return 'allowed'
  if (credential === undefined) return '401 missing_credentials'
  const ways = operation.security.filter((requirement) => requirement[credential.kind] !== undefined)
  if (ways.length === 0) return '403 wrong_credential_kind'
  const enough = ways.some((way) => way[credential.kind]?.every((need) => has(credential, need)))
  return enough ? 'allowed' : '403 insufficient_scope'
}

function has(credential: Credential, need: string): boolean {
  if (credential.kind !== 'workspaceSession') return credential.holds.includes(need)
  const rank = (role: string | undefined) => roles.findIndex((known) => known === role)
  if (rank(need) === -1) throw new Error(`the contract names a role that is not known: ${need}`)
  return rank(credential.holds[0]) >= rank(need)
}
