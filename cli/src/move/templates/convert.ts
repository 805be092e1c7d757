/** The template languages that are converted. */
export type Dialect = 'handlebars' | 'sendgrid' | 'mailgun' | 'ses' | 'mustachio' | 'resend' | 'listmonk'

/** A place that has no counterpart in Liquid. */
export interface Problem {
  readonly line: number
  readonly reason: string
}

export interface Variable {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array'
  readonly default?: string | number | boolean
}

export interface Converted {
  readonly text: string
  readonly variables: readonly Variable[]
  readonly problems: readonly Problem[]
}

/** Converts a template to Liquid. Texts with placeholders have a problem for each line that has one. */
export function toLiquid(source: string, _dialect: Dialect, _isHtml: boolean): Converted {
  const problems = source
    .split('\n')
    .flatMap((line, index) =>
      line.includes('{{') ? [{ line: index + 1, reason: 'placeholders are not converted' }] : [],
    )
  return { text: source, variables: [], problems }
}

/** Merges the variables of several parts. */
export function mergeVariables(parts: readonly Converted[]): readonly Variable[] {
  const all = parts.flatMap(({ variables }) => variables)
  return [...new Map(all.map((variable) => [variable.name, variable])).values()]
}
