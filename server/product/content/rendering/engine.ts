import { Liquid, type LiquidOptions } from 'liquidjs'
import { commonFilters, htmlFilters, refusedFilters } from './filters.js'
import { memoryLimit } from './limits.js'
import { shownText } from './shown-text.js'
import { findPositionsFast } from './token-position.js'

findPositionsFast()

type TagClass = Parameters<Liquid['registerTag']>[1]

/**
 * The options of every engine. Nothing here looks for files, reads what a value inherits, or depends on the
 * time and the place of the process.
 */
const options: LiquidOptions = {
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  lenientIf: true,
  dynamicPartials: false,
  relativeReference: false,
  // An empty map, so that no tag gets to the file system.
  templates: {},
  timezoneOffset: 0,
  locale: 'en-US',
  parseLimit: 4_000_000,
  memoryLimit,
}

/**
 * Opens an engine for fields of one kind.
 *
 * @param escape whether values are escaped for HTML
 * @param tags the tags that differ from LiquidJS's, by name; undefined for those that there are not
 */
export function openEngine(
  escape: boolean,
  tags: Readonly<Record<string, TagClass | undefined>>,
  more: LiquidOptions = {},
): Liquid {
  const engine = new Liquid({
    ...options,
    ...(escape && { outputEscape: escapeHtml as (value: unknown) => string }),
    ...more,
  })
  for (const name of refusedFilters) engine.unregisterFilter(name)
  for (const [name, filter] of Object.entries({ ...commonFilters, ...(escape && htmlFilters) })) {
    engine.registerFilter(name, filter)
  }
  for (const [name, tag] of Object.entries({ include: undefined, ...tags })) {
    if (tag === undefined) delete engine.tags[name]
    else engine.registerTag(name, tag)
  }
  return engine
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

/** Null stays null: the emitter says what becomes of it. */
function escapeHtml(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return shownText(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}
