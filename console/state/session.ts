import type { Session } from 'postseal'
import { createStore, useStore } from './store.js'

export type Role = Session['role']

const ranks = { member: 0, admin: 1, owner: 2 } as const

/** The session of this page; undefined before it is known. */
export const session = createStore<Session | undefined>(undefined)

/** Returns the session of this page. Screens are shown only to signed-in users. */
export function useSession(): Session {
  const found = useStore(session)
  if (found === undefined) throw new Error('A screen is shown without a session')
  return found
}

/** Tells whether the user has a role or a higher one. */
export function useMay(needed: Role | undefined): boolean {
  const found = useStore(session)
  if (needed === undefined) return true
  const rank = (role: string) => ranks[role as keyof typeof ranks] ?? 0
  return found !== undefined && rank(found.role) >= rank(needed)
}

/** Returns a user's address as the recipient of a test; undefined if nothing can be sent to it, such as `ada@localhost`. */
export function ownAddress({ email }: Pick<Session['user'], 'email'>): string | undefined {
  return /@[^@]+\.[^@.]+$/.test(email) ? email : undefined
}
