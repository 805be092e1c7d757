import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '../finding.js'
import type { Change } from './changes.js'

/** A change that could stop a client that is correct by the contract before it. */
export interface Break extends Finding {
  /** The exact change: `998 -> 500`, `-"a" +"b"`, `removed`. */
  readonly change: string
}

/** A rule of ours about what Redocly CLI lets pass. */
export interface Rule {
  readonly id: string
  /** Why this change could stop a correct client, or undefined where it could not. */
  readonly breaks: (change: Change) => string | undefined
}

/** Returns true if Redocly CLI's rule of this name has said something about a change, at whatever impact. */
export function hasVerdict(change: Change, ruleId: string): boolean {
  return change.verdicts.some((verdict) => verdict.ruleId === ruleId)
}

/** Returns the members of the first list that the second lacks. */
export function missing(list: unknown, other: unknown): unknown[] {
  if (!Array.isArray(list)) return []
  const among: unknown[] = Array.isArray(other) ? other : []
  return (list as unknown[]).filter((value) => !among.some((one) => isDeepStrictEqual(one, value)))
}
