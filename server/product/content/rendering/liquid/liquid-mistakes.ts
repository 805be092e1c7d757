import { LiquidError } from 'liquidjs'
import { NoValueError } from './limited-emitter.js'
import type { File, Place } from '../compiling/pieces.js'
import { RenderTooLongError } from '../pool/render-limit.js'
import { unsubscribeVariable, type Mistake } from '../compiling/source.js'

/** Returns the original place of the code at a line and column. */
export type PlaceOf = (line: number, column: number) => File | Place | undefined

/**
 * Returns the mistakes in an error of LiquidJS, in plain words.
 *
 * @param code code for mistakes that have none of their own
 * @throws the error itself if it is not LiquidJS's
 */
export function mistakesOf(error: unknown, placeOf: PlaceOf, code: 'render' | 'syntax'): Mistake[] {
  // This error is thrown between two pieces, so it has no place.
  if (error instanceof RenderTooLongError)
    return [{ code: 'limit_exceeded', message: limitInWords(error.message) }]
  if (!LiquidError.is(error)) throw error
  const { errors } = error as { errors?: readonly unknown[] }
  if (errors !== undefined) return errors.flatMap((each) => mistakesOf(each, placeOf, code))
  const { originalError } = error
  if (LiquidError.is(originalError)) return mistakesOf(originalError, placeOf, code)
  const [line = 1, column = 1] = error.token.getPosition() as [number?, number?]
  return [{ ...meaningOf(error, originalError, code), ...position(placeOf(line, column), line, column) }]
}

function position(place: File | Place | undefined, line: number, column: number): Partial<Mistake> {
  if (place === undefined) return {}
  const file = 'file' in place ? place.file : place
  const { templateId, field, locale } = file
  const at = 'file' in place ? { line: place.line, column: place.column } : { line, column }
  return { field, locale, ...at, ...(templateId !== undefined && { templateId }) }
}

function meaningOf(
  error: LiquidError,
  original: Error | undefined,
  code: 'render' | 'syntax',
): Pick<Mistake, 'code' | 'message'> {
  const name = (original as { variableName?: unknown } | undefined)?.variableName
  if (typeof name === 'string') return missing(name)
  if (original instanceof NoValueError)
    return missing(error.token.getText().replace(/^\{\{-?\s*|\s*-?\}\}$/g, ''))
  const said = original?.message ?? error.message
  if (said.startsWith('undefined variable: ')) return missing(said.slice('undefined variable: '.length))
  if (/limit exceeded$/.test(said)) return { code: 'limit_exceeded', message: limitInWords(said) }
  if (original instanceof RangeError || error instanceof RangeError) {
    return { code: 'limit_exceeded', message: 'needs more memory than a render may take' }
  }
  const failed = code === 'syntax' ? 'cannot be read' : 'cannot be rendered'
  return { code, message: `${failed}: ${said.slice(0, 300)}` }
}

function limitInWords(said: string): string {
  if (said.startsWith('memory')) return 'needs more memory than a render may take'
  if (said.startsWith('parse')) return 'is larger than a template may be'
  return 'takes longer than a render may take'
}

function missing(variable: string): Pick<Mistake, 'code' | 'message' | 'variable'> {
  const reason =
    variable === unsubscribeVariable
      ? 'which only non-transactional mail of campaigns and automations has:'
      : 'which has no value: supply one, or'
  return {
    code: 'missing_variable',
    message: `uses ${variable}, ${reason} write \`| default: …\` after it`,
    variable,
  }
}
