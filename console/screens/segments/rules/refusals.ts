import { APIError } from 'postseal'

/** The API's message about a part of a rule; the pointer starts at the rule. */
export interface Refusal {
  readonly pointer: string
  readonly message: string
}

const prefix = '/body/rule'

/** Returns an error's messages about parts of the rule. */
export function refusalsIn(error: unknown): readonly Refusal[] {
  if (!(error instanceof APIError)) return []
  return error.details
    .filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
    .map(({ path, message }) => ({ pointer: path.slice(prefix.length), message: `It ${message}.` }))
}
