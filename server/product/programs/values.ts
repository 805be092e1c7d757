import { unsubscribeVariable, type Variable } from '../content/rendering/compiling/source.js'

/** The values of one recipient's mail. */
export interface RecipientValues {
  /**
   * Values by name, of the declared variables only. Variables with their default are left out, since a render adds
   * it.
   */
  readonly values: Readonly<Record<string, unknown>>
  /** Required variables without a value, in the order of their declaration. */
  readonly missing: readonly string[]
}

/**
 * Returns the values of the variables that a version declares: each from the first source that has one of its name,
 * or else the default. Null counts as no value.
 *
 * @param sources the values from the program, and then the data of the recipient
 */
export function valuesFor(
  variables: readonly Variable[],
  sources: readonly Readonly<Record<string, unknown>>[],
): RecipientValues {
  const values: Record<string, unknown> = {}
  const missing: string[] = []
  for (const { name, required, default: preset } of variables) {
    if (name === unsubscribeVariable) continue
    const value = sources
      .map((source) => own(source, name))
      .find((each) => each !== undefined && each !== null)
    if (value !== undefined) values[name] = value
    else if (required && preset === undefined) missing.push(name)
  }
  return { values, missing }
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
