/** A template to begin with. */
export interface Starter {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly content: {
    readonly subject: string
    readonly preheader: string
    readonly html: string
    readonly text: string
    readonly variables: readonly {
      readonly name: string
      readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array'
      readonly required?: boolean
      readonly default?: unknown
    }[]
  }
  /** Values of the variables that the preview shows, by their names. */
  readonly values: Readonly<Record<string, unknown>>
}

/** What a new template can begin from, the most common first. */
export const starters: readonly Starter[] = []
