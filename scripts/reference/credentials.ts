import type { ReferenceOperation } from './contract.js'

const kinds = {
  projectKey: 'Project key',
  workspaceKey: 'Workspace key',
  workspaceSession: 'Session of a person',
} as const

/**
 * Which credentials an operation takes, a line each, with their scopes or the least role; empty where it takes none.
 *
 * @param code writes the name of a scope or a role
 */
export function credentialsOf({ security }: ReferenceOperation, code: (name: string) => string): string[] {
  return security.flatMap((requirement) =>
    (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) => {
      const needed = requirement[kind]
      if (needed === undefined) return []
      const names = needed.map(code).join(' and ')
      if (kind === 'workspaceSession') return [`${kinds[kind]} whose role is ${names} or higher`]
      return [needed.length === 0 ? kinds[kind] : `${kinds[kind]} with the scope ${names}`]
    }),
  )
}

const limitNames = {
  requests: 'the requests of the credential',
  checks: 'the DNS checks of the workspace',
  sign_ins: 'the sign-ins of the client address',
  failed_sign_ins: 'the failed sign-ins of the client address, unless it signs in',
  sends: 'the sends of the workspace',
} as const

/** Describes in words the limit that a request counts against. */
export function limitOf({ rateLimit }: ReferenceOperation): string {
  return limitNames[rateLimit.policy]
}

/** Returns the note of a deprecated operation about itself; undefined for any other operation. */
export function deprecationOf({ deprecation }: ReferenceOperation): string | undefined {
  if (deprecation === undefined) return undefined
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return `Deprecated since ${day(deprecation.since)}. It works until ${day(deprecation.sunset)} at the least.`
}

/** Returns true if a reply's status is that of an error. */
export function isError(status: string): boolean {
  return /^[45]/.test(status)
}
