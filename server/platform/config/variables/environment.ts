import path from 'node:path'
import { isRange } from '../../../mail/network/address-ranges.js'
import { ConfigError } from '../config-error.js'

/** The variables of a process, by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The absolute paths of a certificate chain and its key. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/**
 * Reads environment variables. An empty variable counts as unset. Each method throws a ConfigError that names the
 * variable if its value is invalid.
 */
export class Environment {
  readonly #variables: Variables

  constructor(variables: Variables) {
    this.#variables = variables
  }

  text(name: string): string | undefined {
    return this.#variables[name]?.trim() || undefined
  }

  /**
   * Reads a variable with a parser of its own.
   *
   * @param parse gets the name for its errors
   */
  read<T>(name: string, parse: (name: string, text: string | undefined) => T): T {
    return parse(name, this.text(name))
  }

  integer(
    name: string,
    limits: { readonly default: number; readonly min: number; readonly max: number },
  ): number {
    const text = this.text(name)
    if (text === undefined) return limits.default
    const { min, max } = limits
    const number = /^\d+$/.test(text) ? Number(text) : NaN
    if (!(number >= min && number <= max)) {
      throw new ConfigError(`${name} takes a whole number from ${min} to ${max}, not "${text}".`)
    }
    return number
  }

  port(name: string, fallback: number): number {
    return this.integer(name, { default: fallback, min: 0, max: 65_535 })
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.text(name)
    if (text === undefined) return fallback
    if (text !== 'true' && text !== 'false') {
      throw new ConfigError(`${name} takes "true" or "false", not "${text}".`)
    }
    return text === 'true'
  }

  /**
   * Reads the two variables that name a certificate chain and its key.
   *
   * @param prefix the beginning of the names of both variables, which end with `_CERT` and `_KEY`
   */
  tlsFiles(prefix: string): TlsFiles | undefined {
    const [cert, key] = [`${prefix}_CERT`, `${prefix}_KEY`]
    const [certFile, keyFile] = [this.text(cert), this.text(key)]
    if (certFile === undefined && keyFile === undefined) return undefined
    if (certFile === undefined || keyFile === undefined) {
      throw new ConfigError(`${cert} and ${key} go together.`)
    }
    return { certFile: path.resolve(certFile), keyFile: path.resolve(keyFile) }
  }

  /** Reads addresses and ranges in CIDR notation, with commas between. */
  cidrs(name: string, fallback: readonly string[] = []): readonly string[] {
    const text = this.text(name)
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
}

/** Splits a list with commas between its items. */
export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
