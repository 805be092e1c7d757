// Searches the index of the documentation. An entry of the index is { p: page, h: heading, u: address, t: text,
// k: keywords }.
import { excerptOf } from './excerpt.js'
import { Ranking } from './ranking.js'
import { askedWords } from './words.js'

/** The max number of places that a search shows. */
const maxFound = 12
/** The max number of places of one page among them. */
const maxOfPage = 3
const prepared = new WeakMap()

/**
 * Finds the places that answer a question. Those come first that have most of its words and the rarest ones, with their
 * other forms and what else the thing is called; the name of a page and a heading count more than the text. The
 * changelog mentions everything once and explains little, so it comes last.
 *
 * @returns a list of { entry, excerpt, score }
 */
export function find(index, query) {
  const asked = askedWords(query)
  if (asked.length === 0) return []
  if (!prepared.has(index)) prepared.set(index, new Ranking(index))
  const ranking = prepared.get(index)
  // The last word may not be whole yet.
  const terms = asked.map((word, at) => ranking.termOf(word, at === asked.length - 1 && !/\s$/.test(query)))
  const named = ` ${plainOf(query)
    .replaceAll(/[?!,;'"`()]/g, ' ')
    .trim()} `
  const scores = ranking.scores(terms)
  const best = Math.max(0, ...scores.values())
  const exact = /\w[-+.@:/]\w/.test(query) ? plainOf(query).trim() : undefined
  const found = []
  for (const [position, score] of scores) {
    const entry = index[position]
    const isNamed = namesOf(entry).some((name) => named.includes(` ${name} `))
    // What has a mark within it, such as an address, is looked for as it is written.
    const isThere = exact !== undefined && plainOf(entry.t).includes(exact)
    found.push({
      entry,
      score: score * weightOf(entry) + (isThere ? best / 2 : 0) + (isNamed ? best * 10 : 0),
    })
  }
  const isLast = ({ u }) =>
    !/changelog|release notes?|what.?s new|what is new/.test(named) && /^changelog(#|$)/.test(u)
  found.sort((a, b) => Number(isLast(a.entry)) - Number(isLast(b.entry)) || b.score - a.score)
  const stems = new Map(
    terms.flatMap(({ variants }) => variants.map(({ stem, weight, rarity }) => [stem, weight * rarity])),
  )
  return spread(found).map(({ entry, score }) => ({ entry, score, excerpt: excerptOf(entry.t, stems) }))
}

/** Returns the best places, not all of them of one page. */
function spread(found) {
  const counts = new Map()
  const chosen = []
  for (const one of found) {
    const page = pageOf(one.entry)
    const count = (counts.get(page) ?? 0) + 1
    counts.set(page, count)
    if (count <= maxOfPage) chosen.push(one)
    if (chosen.length === maxFound) break
  }
  return chosen
}

function plainOf(text) {
  return text.toLowerCase()
}

function pageOf({ u }) {
  return u.split('#')[0]
}

/** Returns the names by which a place is asked for itself: an operation, its path, an event, the code of an error. */
function namesOf({ u, t }) {
  const [page, heading = ''] = u.split('#')
  if (page === 'errors') return heading.includes('_') ? [heading] : []
  const name = page.replace('api/', '')
  if (!page.startsWith('api/') || /^[a-z-]+$/.test(name)) return []
  const [request = ''] = /^[A-Z]+ \/[^ ,]*/.exec(t) ?? []
  // An action has a word of its own at the end of its path, such as `rotate-dkim`.
  const [, action] = /\}\/([a-z]+(?:-[a-z]+)+)$/.exec(request) ?? []
  return [name.toLowerCase(), request.toLowerCase(), action ?? ''].filter((each) => each !== '')
}

/**
 * Returns what a place is worth by its kind. A guide explains; an operation is one detail; the pages about the code and
 * the texts are for those who change them.
 */
function weightOf({ u }) {
  if (/^(architecture|style)(#|$)/.test(u)) return 0.35
  if (u.startsWith('api/')) return /^api\/[a-z-]+$/.test(u) ? 0.6 : 0.5
  if (/^guide\/move-from/.test(u)) return 0.62
  return /^(sdk\/|api#|guide\/(typescript|python|frameworks)(#|$))/.test(u) ? 0.85 : 1
}
