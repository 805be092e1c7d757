import { beforeAll, inject } from 'vitest'

/**
 * A running service with what the tests of any instance need in it. They look at it from outside alone, so it can
 * be any: the one that `npm run contract:test` was told of, or one that the test files of a process share.
 */
export interface Instance {
  /** Without a slash at its end. */
  readonly url: string
  /** In the name of everything that this run makes, so that it can be recognised and removed. */
  readonly run: string
  /** The first of the API keys that this run makes. Ids sort by time. */
  readonly firstKey: string
  /** A workspace key with every scope that the tests need. It may be held to test projects. */
  readonly workspaceKey: string
  /**
   * A workspace key that is held to no environment, for what is the whole workspace's; absent where there is
   * none.
   */
  readonly suppressionsKey?: string
  /** Session of an owner; absent if there is none. */
  readonly session?: string
  /** A test project, in which nearly everything happens. */
  readonly project: string
  /** Its key, with every scope that a project key can have. */
  readonly projectKey: string
  /** Another test project of the same workspace. */
  readonly otherProject: string
  readonly otherKey: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The instance that the run is about, if one was named. */
    instance?: Instance
  }
}

const given = inject('instance')

/** True if there is a session. Tests that need one are left out if there is none, and the command says so. */
export const hasSession = given === undefined || given.session !== undefined

/** True if suppressions can be tried. If not, the command says so. */
export const hasSuppressionsKey = given === undefined || given.suppressionsKey !== undefined

/** The key for suppressions, for tests that are left out where there is none. */
export function suppressionsKeyOf({ suppressionsKey }: Instance): string {
  if (suppressionsKey === undefined) throw new Error('this test needs a key that is held to no environment')
  return suppressionsKey
}

/** The instance that the tests of a file are about. It is there once they begin. */
export function useInstance(): Instance {
  if (given !== undefined) return given
  const own = {} as Instance
  beforeAll(async () => {
    // The whole service is loaded where it is needed.
    const { startedInstance } = await import('./started.js')
    Object.assign(own, await startedInstance())
  })
  return own
}

/** The session of an instance, for tests that are left out where there is none. */
export function sessionOf({ session }: Instance): string {
  if (session === undefined) throw new Error('this test needs a session and was not left out without one')
  return session
}
