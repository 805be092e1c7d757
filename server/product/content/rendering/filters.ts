import { filters as all, type FilterImplOptions } from 'liquidjs'

/** Filters that give another result each time. */
const random = ['sample']
/** Filters that evaluate text as Liquid: a value must never be code. */
const evaluating = ['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp']
/** Filters that ask for the time of now. */
const dates = ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string']

export const refusedFilters: readonly string[] = [...random, ...evaluating]

type Handler = (this: unknown, value: unknown, ...rest: unknown[]) => unknown

function handlerOf(name: string): Handler {
  const filter = all[name]
  if (typeof filter !== 'function') throw new Error(`LiquidJS has no filter ${name}`)
  return filter as Handler
}

function withoutNow(name: string): Handler {
  const format = handlerOf(name)
  return function (value, ...rest) {
    if (value === 'now' || value === 'today') {
      throw new Error('a version renders the same at any time, so it has no now: give the date as a variable')
    }
    return format.call(this, value, ...rest)
  }
}

/** Filters in place of LiquidJS's, for every field: a version renders the same at any time. */
export const commonFilters: Readonly<Record<string, FilterImplOptions>> = Object.fromEntries(
  dates.map((name) => [name, withoutNow(name) as FilterImplOptions]),
)

const escapeOnce = handlerOf('escape_once')

/**
 * Filters in place of LiquidJS's, for HTML: their results are HTML, and so are not escaped again where they
 * stand last.
 */
export const htmlFilters = {
  escape: { raw: true, handler: handlerOf('escape') as FilterHandler },
  escape_once: { raw: true, handler: escapeOnce as FilterHandler },
  newline_to_br: {
    raw: true,
    handler: function (this: unknown, value: unknown) {
      return String(escapeOnce.call(this, value)).replace(/\r?\n/g, '<br>\n')
    } as FilterHandler,
  },
} satisfies Readonly<Record<string, FilterImplOptions>>

type FilterHandler = Extract<FilterImplOptions, (...args: never[]) => unknown>
