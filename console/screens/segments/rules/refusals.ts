import { APIError } from 'postseal'

/** What the API says of a part of a rule; the pointer leads from the rule on. */
export interface Refusal {
  readonly pointer: string
  readonly message: string
}

const prefix = '/body/rule'

/** What an error says of parts of the rule. */
export function refusalsIn(error: unknown): readonly Refusal[] {
  if (!(error instanceof APIError)) return []
  return error.details
    .filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
    .map(({ path, message }) => ({ pointer: path.slice(prefix.length), message: `It ${message}.` }))
}
