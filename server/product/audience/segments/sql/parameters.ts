/** The types that values are cast to. */
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

/** Collects the values of a statement. What a rule says is a value, never SQL. */
export class Parameters {
  readonly #known = new Map<string, string>()
  readonly #values: unknown[]

  /** @param values those of the statement so far; more are added behind them */
  constructor(values: unknown[]) {
    this.#values = values
  }

  /** @returns SQL: a placeholder with its cast. The same value has one placeholder. */
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
