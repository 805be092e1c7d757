/** A template from which a new template can start. */
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
  /** Values of the variables in the preview, by the variables' names. */
  readonly values: Readonly<Record<string, unknown>>
}
