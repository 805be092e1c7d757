import type { TemplateContent } from 'postseal'

export type VariableType = NonNullable<NonNullable<TemplateContent['variables']>[number]['type']>

/**
 * Writes a value as text for a field.
 *
 * @param type `any` writes a text in quotes where {@link readValue} would otherwise read a number, a flag or JSON
 */
export function typedValue(value: unknown, type?: string): string {
  if (value === undefined || value === null) return ''
  if (type === 'any' && typeof value === 'string' && readAny(value) !== value) return JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value, null, typeof value === 'object' ? 2 : 0)
}

/** A typed text that is not a value of its type. */
export class Unreadable {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** Reads a value of a type; undefined if nothing was typed. */
export function readValue(type: VariableType, typed: string): unknown {
  if (typed === '') return undefined
  if (type === 'string') return typed
  if (type === 'any') return readAny(typed)
  if (type === 'number') {
    const number = Number(typed)
    return Number.isFinite(number) && typed.trim() !== '' ? number : new Unreadable('Enter a number.')
  }
  if (type === 'boolean') {
    if (typed === 'true' || typed === 'false') return typed === 'true'
    return new Unreadable('Choose yes or no.')
  }
  try {
    const value: unknown = JSON.parse(typed)
    const isRight = type === 'array' ? Array.isArray(value) : isObject(value)
    return isRight ? value : new Unreadable(type === 'array' ? 'Not a list: […]' : 'Not an object: {…}')
  } catch (error) {
    return new Unreadable(`This is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/**
 * Reads a value of any type: JSON, or else the text as it was typed. A number that JSON would change is a text, such as
 * the code `1e5` or an account of 20 digits.
 */
function readAny(typed: string): unknown {
  try {
    const value: unknown = JSON.parse(typed)
    const isChanged = value === null || (typeof value === 'number' && String(value) !== typed.trim())
    return isChanged ? typed : value
  } catch {
    return typed
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
