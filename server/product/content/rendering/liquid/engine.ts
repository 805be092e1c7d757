import { Liquid, LiquidError, Token, type LiquidOptions } from 'liquidjs'
import { newestEdition, type Edition } from '../compiling/content.js'
import { commonFilters, htmlFilters, refusedFilters } from './filters.js'
import { lastBegin } from '../compiling/last-begin.js'
import { memoryLimit } from '../limits.js'
import { shownText } from './shown-text.js'

findPositionsFast()
writeNoExcerpts()

type TagClass = Parameters<Liquid['registerTag']>[1]

/**
 * The options of every engine. Nothing here looks for files, reads inherited members of a value, or depends on the
 * time and the place of the process.
 */
const options: LiquidOptions = {
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  lenientIf: true,
  dynamicPartials: false,
  relativeReference: false,
  // With an empty map no tag gets to the file system.
  templates: {},
  timezoneOffset: 0,
  locale: 'en-US',
  parseLimit: 4_000_000,
  memoryLimit,
}

/**
 * Opens an engine for fields of one kind.
 *
 * @param escape true to escape values for HTML
 * @param tags tags that differ from LiquidJS's, by name; undefined for tags that do not exist here
 * @param edition the content's edition
 */
export function openEngine(
  escape: boolean,
  tags: Readonly<Record<string, TagClass | undefined>>,
  more: LiquidOptions = {},
  edition: Edition = newestEdition,
): Liquid {
  const engine = new Liquid({
    ...options,
    ...(escape && { outputEscape: escapeHtml as (value: unknown) => string }),
    ...more,
  })
  for (const name of refusedFilters) engine.unregisterFilter(name)
  for (const [name, filter] of Object.entries({ ...commonFilters[edition], ...(escape && htmlFilters) })) {
    engine.registerFilter(name, filter)
  }
  for (const [name, tag] of Object.entries({ include: undefined, ...tags })) {
    if (tag === undefined) delete engine.tags[name]
    else engine.registerTag(name, tag)
  }
  return engine
}

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&#34;',
    "'": '&#39;',
  }),
)

/** Escapes a value for HTML. Null stays null, since the emitter decides what to show for it. */
function escapeHtml(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return shownText(value).replace(/[&<>"']/g, (character) => escapes.get(character) ?? character)
}

let input = ''
/** Offsets at which the lines of the input begin. */
let begins: number[] = []

/** Returns the line and column of an offset, both from 1. */
function positionIn(text: string, offset: number): [line: number, column: number] {
  if (text !== input) {
    input = text
    begins = [0]
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) begins.push(at + 1)
  }
  const line = lastBegin(begins, offset)
  return [line + 1, offset - (begins[line] ?? 0) + 1]
}

/**
 * Makes LiquidJS find positions by the beginnings of lines. By itself it counts from the first character for each
 * token: 1.3 s for 50,000 tokens in 450 kB, for which this takes some milliseconds.
 */
function findPositionsFast(): void {
  Token.prototype.getPosition = function (): [number, number] {
    return positionIn(this.input, this.begin)
  }
}

/**
 * Keeps LiquidJS from writing lines of the source and the place into the text of each error: it splits the whole
 * source into lines for that, which takes 1 s for 2,000 mistakes in 500 kB. Mistakes have their place beside their
 * text.
 */
function writeNoExcerpts(): void {
  const errors = LiquidError.prototype as unknown as { update: () => void }
  errors.update = () => undefined
}
