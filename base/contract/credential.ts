import type { SecurityRequirement } from './document.js'

/** What a credential has to be, in words; undefined where none is needed. */
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

/** What a person does alone takes a session, and it goes where keys go. */
function sessionOf(security: readonly SecurityRequirement[]): string | undefined {
  const [role] = security.flatMap(({ workspaceSession = [] }) => workspaceSession)
  return role && `a workspace session of ${/^[aeo]/.test(role) ? 'an' : 'a'} ${role}`
}
