import { sinkId } from '../kept/stored-message.js'
import type { Filter, ListQuery } from '../search/find.js'
import { fieldTerm, searchFields, readTerms, type SearchTerm } from '../search/terms.js'
import { SinkError, type SinkErrorDetail } from './errors.js'

const maxLimit = 1_000
const defaultLimit = 100
/** The max time that a listing waits for a first message, in seconds. */
const maxWaitSeconds = 30
/** The max length of a search text, in characters. */
const maxQueryLength = 1_000

/** A query string as Express parses it, before it is validated. */
export type RawQuery = Readonly<Record<string, unknown>>

/** A requested listing, and how long it waits for a first message, in seconds. */
export interface Listing {
  readonly query: ListQuery
  readonly wait: number
  /** True if messages are listed in full, with their headers and bodies. */
  readonly inFull: boolean
}

/**
 * The fields with a search parameter of their own. The parameter `to` is not a search, see {@link Filter}.
 */
const searchedFields = searchFields.filter((field) => field !== 'to')

/**
 * Reads the query of a listing: `limit`, `cursor`, `wait`, `view` and the parameters of {@link readFilter}. Ignores
 * unknown parameters.
 *
 * @throws SinkError with every refused value
 */
export function readListQuery(raw: RawQuery): Listing {
  const reader = new QueryReader(raw)
  const limit = reader.number('limit', {
    unset: defaultLimit,
    min: 1,
    max: maxLimit,
    rule: 'must be a whole number',
  })
  const before = reader.id('cursor', 'must be the next_cursor of an earlier page')
  const wait = reader.number('wait', {
    unset: 0,
    min: 0,
    max: maxWaitSeconds,
    rule: 'must be a whole number of seconds',
  })
  // A cursor asks for older messages, and no older message can arrive.
  if (wait > 0 && before !== undefined) reader.refuse('wait', 'combination', 'must not be given with cursor')
  const view = reader.text('view', 'must be full or summary') ?? 'full'
  if (view !== 'full' && view !== 'summary') reader.refuse('view', 'enum', 'must be full or summary')
  const filter = filterOf(reader)
  reader.end()
  return { query: { limit, before, ...filter }, wait, inFull: view === 'full' }
}

/**
 * Reads the parameters that select messages: `to`, an envelope recipient; `after`, an id; `q`, a search in
 * all fields; and `from`, `subject` and `body`, a search in the field of that name.
 *
 * @returns the filter; undefined if it has no condition
 * @throws SinkError with every refused value
 */
export function readFilter(raw: RawQuery): Filter | undefined {
  const reader = new QueryReader(raw)
  const filter = filterOf(reader)
  reader.end()
  return filter.to !== undefined || filter.after !== undefined || filter.terms.length > 0 ? filter : undefined
}

function filterOf(reader: QueryReader): Filter {
  const after = reader.id('after', 'must be the id of a message')
  const to = reader.text('to', 'must be an address')
  const typed = reader.text('q', 'must be text to search for')
  const terms: SearchTerm[] = typed === undefined ? [] : readTerms(typed)
  // An empty search would find every message, which is never the intention.
  if (typed !== undefined && terms.length === 0) reader.refuse('q', 'format', 'must be text to search for')
  for (const field of searchedFields) {
    const text = reader.text(field, 'must be text to search for')
    if (text !== undefined) terms.push(fieldTerm(field, text))
  }
  return { after, to, terms }
}

/** Reads parameters one by one, and collects the refused values. */
class QueryReader {
  readonly #raw: RawQuery
  readonly #refused: SinkErrorDetail[] = []

  constructor(raw: RawQuery) {
    this.#raw = raw
  }

  /** @throws SinkError if a value was refused */
  end(): void {
    const [first] = this.#refused
    if (first === undefined) return
    const message = `The request did not validate: ${first.path} ${first.message}.`
    throw new SinkError('validation_failed', message, this.#refused)
  }

  refuse(name: string, code: string, message: string): undefined {
    this.#refused.push({ path: `/query/${name}`, code, message })
  }

  number(
    name: string,
    {
      unset,
      min,
      max,
      rule,
    }: { readonly unset: number; readonly min: number; readonly max: number; readonly rule: string },
  ): number {
    const text = this.#single(name)
    if (text === undefined) return unset
    const value = /^\d{1,4}$/.test(text) ? Number(text) : -1
    if (value < min || value > max) this.refuse(name, 'range', `${rule} from ${min} to ${max}`)
    return value
  }

  id(name: string, rule: string): string | undefined {
    const text = this.#single(name)
    return text === undefined || sinkId.test(text) ? text : this.refuse(name, 'format', rule)
  }

  text(name: string, rule: string): string | undefined {
    const text = this.#single(name)
    if (text === undefined) return undefined
    if (text.trim() === '') return this.refuse(name, 'format', rule)
    if (text.length > maxQueryLength)
      return this.refuse(name, 'length', `must have at most ${maxQueryLength} characters`)
    return text
  }

  #single(name: string): string | undefined {
    const value = this.#raw[name]
    if (value === undefined || typeof value === 'string') return value
    return this.refuse(name, 'type', 'must be given once')
  }
}
