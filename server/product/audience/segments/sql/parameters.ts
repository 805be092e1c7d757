/** Types to which values are cast. */
type SqlType =
  | 'uuid'
  | 'uuid[]'
  | 'text'
  | 'text[]'
  | 'jsonb'
  | 'jsonb[]'
  | 'numeric'
  | 'boolean'
  | 'boolean[]'
  | 'timestamptz'

/** Collects the values of a statement. The contents of a rule become values, never SQL. */
export class Parameters {
  readonly #known = new Map<string, string>()
  readonly #values: unknown[]

  /**
   * @param values the values of the statement so far; more are added behind them
   */
  constructor(values: unknown[]) {
    this.#values = values
  }

  /**
   * Adds a value, unless it is there already.
   *
   * @returns SQL of a placeholder with its cast
   */
  add(value: unknown, type: SqlType): string {
    const key = `${type} ${JSON.stringify(value)}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#values.push(value)
    const placeholder = `$${this.#values.length}::${type}`
    this.#known.set(key, placeholder)
    return placeholder
  }
}
