import { unsubscribeVariable, type Variable } from '../content/rendering/compiling/source.js'

/** The values of one recipient's mail. */
export interface RecipientValues {
  /** By name, of the declared variables only. Those with their default are left out: a render adds it. */
  readonly values: Readonly<Record<string, unknown>>
  /** The required variables without a value, in the order of their declaration. */
  readonly missing: readonly string[]
}

/**
 * The values of the variables that a version declares: each from the first of the sources that has one of its
 * name, or else the default. Null counts as no value.
 *
 * @param sources what the program gives, and then what is known of the recipient
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
