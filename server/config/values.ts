import { isRange } from '../network/address-ranges.js'
import { ConfigError } from './config-error.js'

/** Values of any variable: numbers, switches, lists. Each refuses by the variable's name what makes no sense. */

export function integerOf(
  name: string,
  text: string | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (text === undefined) return fallback
  const number = /^\d+$/.test(text) ? Number(text) : NaN
  if (!(number >= min && number <= max)) {
    throw new ConfigError(`${name} takes a whole number from ${min} to ${max}, not "${text}".`)
  }
  return number
}

export function booleanOf(name: string, text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback
  if (text !== 'true' && text !== 'false') {
    throw new ConfigError(`${name} takes "true" or "false", not "${text}".`)
  }
  return text === 'true'
}

export function portOf(name: string, text: string | undefined, fallback: number): number {
  return integerOf(name, text, fallback, 0, 65_535)
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function cidrsOf(
  name: string,
  text: string | undefined,
  fallback: readonly string[],
): readonly string[] {
  if (text === undefined) return fallback
  for (const item of listOf(text)) {
    if (!isRange(item)) {
      throw new ConfigError(
        `${name} takes addresses and ranges such as 10.0.0.0/8, with commas between, not "${item}".`,
      )
    }
  }
  return listOf(text)
}
