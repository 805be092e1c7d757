import type { SecurityRequirement } from './document.js'

/** Says in words which credential an operation needs; undefined where it needs none. */
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

/** Says which session an operation needs that only people call. A session is sent where a key would be. */
function sessionOf(security: readonly SecurityRequirement[]): string | undefined {
  const [role] = security.flatMap(({ workspaceSession = [] }) => workspaceSession)
  return role && `a workspace session of ${/^[aeo]/.test(role) ? 'an' : 'a'} ${role}`
}
