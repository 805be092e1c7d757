/** A service's template language. */
export type Dialect = 'handlebars' | 'sendgrid' | 'mailgun' | 'ses' | 'mustachio' | 'resend' | 'listmonk'

/** A part of a source that has no counterpart in Liquid. */
export interface Problem {
  /** Line of the source, from 1. */
  readonly line: number
  /** A sentence without its full stop, which names the part. */
  readonly reason: string
}

/** A variable that a converted template needs, as the contract's `variables` declare it. */
export interface Variable {
  readonly name: string
  /** The JSON type that the template's use of the variable asks for; `any` where it only shows or tests the value. */
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any'
  /** False unless the service itself refuses a send without the value. */
  readonly required?: boolean
  readonly default?: string | number | boolean
}

/** A source in Liquid. The text has parts with problems as they were in the source. */
export interface Converted {
  readonly text: string
  readonly variables: readonly Variable[]
  readonly problems: readonly Problem[]
}
