import type { Emitter } from 'liquidjs'
import { shownText } from './shown-text.js'

/** Says that the output has become longer than it may be. */
export class OutputTooLongError extends Error {
  override name = 'OutputTooLongError'

  /** Returns whether an `OutputTooLongError` caused an error of LiquidJS. */
  static in(error: unknown): boolean {
    if (error instanceof OutputTooLongError) return true
    const { originalError, errors } = (error ?? {}) as {
      originalError?: unknown
      errors?: readonly unknown[]
    }
    return (
      (originalError !== undefined && this.in(originalError)) || (errors ?? []).some((each) => this.in(each))
    )
  }
}

/** Says that a shown value is null, or a filter found none: the mail would have a blank in its place. */
export class NoValueError extends Error {
  override name = 'NoValueError'
}

/** Gathers output up to a length in UTF-16 code units. */
export class LimitedEmitter implements Emitter {
  buffer = ''
  readonly #max: number
  readonly #mayBeBlank: boolean

  /**
   * @param mayBeBlank true to show null as nothing; otherwise null is a mistake
   */
  constructor(max: number, mayBeBlank: boolean) {
    this.#max = max
    this.#mayBeBlank = mayBeBlank
  }

  write(value: unknown): void {
    if ((value === null || value === undefined) && !this.#mayBeBlank) throw new NoValueError('no value')
    const text = shownText(value)
    if (this.buffer.length + text.length > this.#max) throw new OutputTooLongError('the output is too long')
    this.buffer += text
  }
}
