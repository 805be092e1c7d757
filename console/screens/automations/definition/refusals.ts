import { APIError } from 'postseal'
import type { Refusal } from './content.js'

const parts = /^\/(trigger|entry_rule|reentry|exit_on|sender|steps)(\/|$)/

/**
 * Returns an error's messages about parts of a version. The pointers of a save start at the request, those of a
 * publication at the version; those returned all start at the version.
 */
export function refusalsIn(error: unknown): readonly Refusal[] {
  if (!(error instanceof APIError)) return []
  return error.details
    .map(({ path, message }) => ({ pointer: path.replace(/^\/body(?=\/)/, ''), message: `It ${message}.` }))
    .filter(({ pointer }) => parts.test(pointer))
}
