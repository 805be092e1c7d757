import { LinesField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'

/** A form field for an object as JSON, such as the data of a trigger. */
export function JsonField({
  name,
  label,
  hint,
  placeholder,
}: {
  name: string
  label: string
  hint: string
  placeholder: string
}) {
  return <LinesField name={name} label={label} mono rows={3} placeholder={placeholder} hint={hint} />
}

/** Returns the typed object; undefined if nothing was typed, or something that is not an object. */
export function objectOf(values: Values, name: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(textOf(values[name])) as unknown
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return value as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Throws if something was typed that is not an object. */
export function checkObject(values: Values, name: string, what: string): void {
  if (textOf(values[name]).trim() !== '' && objectOf(values, name) === undefined)
    throw new Error(`${what} must be a JSON object, such as {"plan": "pro"}.`)
}
