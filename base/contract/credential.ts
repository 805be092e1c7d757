import type { SecurityRequirement } from './document.js'

/** Names in words the credential that an operation needs; undefined if it needs none. */
export function credentialOf(security: readonly SecurityRequirement[]): string | undefined {
  const keys = new Set<string>()
  const scopes = new Set<string>()
  for (const { projectKey, workspaceKey } of security) {
    const needed = projectKey ?? workspaceKey
    if (needed === undefined) continue
    keys.add(projectKey ? 'a project key' : 'a workspace key')
    if (needed.length > 0) scopes.add(needed.join(' and '))
  }
  if (keys.size === 0) return sessionOf(security)
  const kinds = [...keys].join(' or ')
  return scopes.size === 0 ? kinds : `${kinds} with ${[...scopes].join(' or ')}`
}

/** Names in words the session that an operation for people only needs. A session is sent in place of a key. */
function sessionOf(security: readonly SecurityRequirement[]): string | undefined {
  const [role] = security.flatMap(({ workspaceSession = [] }) => workspaceSession)
  return role && `a workspace session of ${/^[aeo]/.test(role) ? 'an' : 'a'} ${role}`
}
