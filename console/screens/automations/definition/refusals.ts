import { APIError } from 'postseal'
import type { Refusal } from './content.js'

const parts = /^\/(trigger|entry_rule|reentry|exit_on|sender|steps)(\/|$)/

/**
 * What an error says of parts of a version. Saving has its pointers from the request on, publishing from the
 * version.
 */
export function refusalsIn(error: unknown): readonly Refusal[] {
  if (!(error instanceof APIError)) return []
  return error.details
    .map(({ path, message }) => ({ pointer: path.replace(/^\/body(?=\/)/, ''), message: `It ${message}.` }))
    .filter(({ pointer }) => parts.test(pointer))
}
