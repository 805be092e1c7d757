import { filters as all, toValue, type FilterImplOptions } from 'liquidjs'
import type { Edition } from '../compiling/content.js'
import { strftime, type TimeParts } from './strftime.js'

/** Filters that give another result each time. */
const random = ['sample']
/** Filters that evaluate text as Liquid: a value must never be code. */
const evaluating = ['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp']
/** Filters, beside `date`, that depend on the current time. */
const dates = ['date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string']

export const refusedFilters: readonly string[] = [...random, ...evaluating]

type Handler = (this: unknown, value: unknown, ...rest: unknown[]) => unknown

function handlerOf(name: string): Handler {
  const filter = all[name]
  if (typeof filter !== 'function') throw new Error(`LiquidJS has no filter ${name}`)
  return filter as Handler
}

function withoutNow(format: Handler): Handler {
  return function (value, ...rest) {
    if (value === 'now' || value === 'today') {
      throw new Error(
        'a version always renders the same, so it has no current date: pass the date as a variable',
      )
    }
    return format.call(this, value, ...rest)
  }
}

const liquidDate = handlerOf('date')
const partsFormat = '%Y\0%m\0%d\0%H\0%M\0%S\0%L\0%s\0%:z'

/**
 * The filter `date`: LiquidJS reads the time, its zone and its names, and the result is written as Ruby writes it.
 */
const date: Handler = function (value, format, zone) {
  const written = (by: string) => String(liquidDate.call(this, value, by, zone))
  if (format === undefined || format === null) return liquidDate.call(this, value, format, zone)
  const parts = written(partsFormat).split('\0')
  // LiquidJS returns a value that is no time unchanged.
  if (parts.length !== 9) return value
  const [year, month, day, hour, minute, second, millisecond, epoch] = parts.map(Number) as Numbers
  const [sign = '', hours, minutes] = (parts[8] ?? '').split(/(?<=[+-])|:/)
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const names = new Map<string, string>()
  const named: TimeParts['named'] = (letter) => {
    const name = names.get(letter) ?? written(`%${letter}`)
    names.set(letter, name)
    return name === '+0000' ? 'UTC' : name
  }
  const { memoryLimit } = (this as { context: { memoryLimit: { use: (characters: number) => void } } })
    .context
  const time = { year, month, day, hour, minute, second, millisecond, epoch, offset, named }
  return strftime(time, String(toValue(format)), (characters) => memoryLimit.use(characters))
}

type Numbers = [number, number, number, number, number, number, number, number]

/** Filters that replace LiquidJS's in every field, because a version has to render the same at any time. */
export const commonFilters: Readonly<Record<Edition, Readonly<Record<string, FilterImplOptions>>>> = {
  1: filtersWith(liquidDate),
  2: filtersWith(date),
  3: filtersWith(date),
}

function filtersWith(dateFilter: Handler): Record<string, FilterImplOptions> {
  const handlers = [['date', dateFilter] as const, ...dates.map((name) => [name, handlerOf(name)] as const)]
  return Object.fromEntries(
    handlers.map(([name, handler]) => [name, withoutNow(handler) as FilterImplOptions]),
  )
}

const escapeOnce = handlerOf('escape_once')

/**
 * Filters that replace LiquidJS's in HTML: their results are HTML, and so are not escaped again if the filter comes
 * last.
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
