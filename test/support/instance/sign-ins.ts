import {
  operationsOf,
  ownContract,
  type PolicyName,
} from '../../../server/platform/http/operation/contract.js'
import type { ApiReply } from '../api/api.js'
import type { ContractOperation } from '../api/contract.js'
import { limitOf } from '../api/rate-limits.js'

/**
 * The sign-ins of this address at an instance. Somebody may want to sign in from here while the tests run, or right
 * after them, so they leave half of what the instance allows: what would take more is left out.
 */

const policies = new Map(
  operationsOf(ownContract()).map(({ id, rateLimit }) => [id as string, rateLimit.policy]),
)

/** The sign-ins left, and their maximum, by the last reply under each policy. */
const told = new Map<PolicyName, { readonly left: number; readonly max: number }>()

/** Leaves a test out, and says why. It does not return. */
export type Skip = (why: string) => never

/** Returns true if an operation counts against the sign-ins of this address. */
export function isSignIn({ id }: ContractOperation): boolean {
  return ['sign_ins', 'failed_sign_ins'].includes(policies.get(id) ?? '')
}

/**
 * Asks for what may count as a sign-in of this address. The first time there is nothing known, so one is risked.
 *
 * @param skip is called where it would take more than half of what this address has, or where all is spent
 */
export async function askThriftily(
  operation: ContractOperation,
  skip: Skip,
  ask: () => Promise<ApiReply>,
): Promise<ApiReply> {
  const policy = policies.get(operation.id)
  if (policy === undefined || !isSignIn(operation)) return ask()
  const known = told.get(policy)
  if (known !== undefined && known.left - 1 < known.max / 2) {
    return skip(`they would take more than half of the ${known.max} sign-ins of this address`)
  }
  const reply = await ask()
  const { left, max } = limitOf(reply)
  told.set(policy, { left, max })
  if (reply.status !== 429) return reply
  return skip(`this address has no sign-ins left for ${reply.headers['retry-after']} seconds`)
}
