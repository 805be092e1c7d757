import { UsageError } from '../../mistakes.js'
import { checkedKey } from '../../request/service.js'
import type { Env } from '../credentials.js'

/**
 * Returns the value of an environment variable that a service needs besides its key.
 *
 * @throws UsageError if it is not set
 */
export function setIn(env: Env, name: string): string {
  const value = env[name]?.trim() ?? ''
  if (value === '') throw new UsageError(`Set ${name}, too.`)
  return checkedKey(name, value)
}
