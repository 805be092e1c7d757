import { unsubscribeVariable, type ContactView, type Variable } from '../../content/rendering/source.js'

/** The values of one recipient's mail. */
export interface RecipientValues {
  /** By name, of the declared variables only. Those with their default are left out: a render adds it. */
  readonly values: Readonly<Record<string, unknown>>
  /** The required variables without a value, in the order of their declaration. */
  readonly missing: readonly string[]
}

/**
 * The values of the variables that a version declares: what the campaign gives, or else the contact's
 * property of the same name, or else the default. Null counts as no value.
 *
 * @param given the campaign's values, the same for all recipients
 * @param contact undefined where the mail is shown for nobody
 */
export function valuesFor(
  variables: readonly Variable[],
  given: Readonly<Record<string, unknown>>,
  contact: Pick<ContactView, 'properties'> | undefined,
): RecipientValues {
  const values: Record<string, unknown> = {}
  const missing: string[] = []
  for (const { name, required, default: preset } of variables) {
    if (name === unsubscribeVariable) continue
    const value = own(given, name) ?? own(contact?.properties ?? {}, name)
    if (value !== undefined && value !== null) values[name] = value
    else if (required && preset === undefined) missing.push(name)
  }
  return { values, missing }
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
