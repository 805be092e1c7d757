import { isNode, type Node } from '../document.js'
import type { Finding } from '../finding.js'
import { isException, itemsUnder } from './changelog.js'
import { isOperation, marksOf, successesOf, type Mark } from './marks.js'

/** Days for which a part of the contract goes on working after it was deprecated. */
const minDays = 180
const dayMs = 24 * 60 * 60 * 1000

/**
 * The header fields of each reply of a deprecated operation, as server/platform/http/reply/begin-reply.ts sends them.
 */
const headers = ['Deprecation', 'Sunset', 'Link']

/**
 * Finds the mistakes in how a contract ends things.
 *
 * @param released the contract that was released last, whose promises are kept
 * @param changelog Markdown
 */
export function deprecationFindings(contract: Node, released: Node, changelog: string): Finding[] {
  const items = itemsUnder('Deprecated', changelog)
  const promised = new Map(marksOf(released).map((mark) => [mark.place, mark]))
  return marksOf(contract).flatMap((mark) => {
    const { place, name, sunset } = mark
    const item = items.find((text) => text.includes(`\`${name}\``) && text.includes(String(sunset)))
    const mayBeSooner = item !== undefined && isException(item)
    const wrong = mark.deprecated
      ? [
          ...datesOf(mark, mayBeSooner),
          ...(item === undefined ? [unannounced(mark)] : []),
          ...headersOf(mark, contract),
          ...(mayBeSooner ? [] : promiseOf(mark, promised.get(place))),
        ]
      : [
          [
            'dates-without-deprecation',
            'It has dates of a deprecation, and is not `deprecated: true`.',
          ] as const,
        ]
    return wrong.map(([rule, message]) => ({ rule, place, message: `${name}: ${message}` }))
  })
}

type Wrong = readonly [rule: string, message: string]

function datesOf({ since, sunset }: Mark, mayBeSooner: boolean): Wrong[] {
  const from = dayOf(since)
  const until = dayOf(sunset)
  if (from === undefined || until === undefined) {
    const message =
      'What is deprecated has `x-deprecated-since` and `x-sunset`, each a date such as 2026-01-31.'
    return [['deprecation-without-dates', message]]
  }
  const days = (until - from) / dayMs
  if (days >= (mayBeSooner ? 0 : minDays)) return []
  const message = `Its sunset is ${days} days after its deprecation; ${minDays} is the least. Only security or law may end it sooner, if its item in CHANGELOG.md says why: "(security: …)" or "(law: …)".`
  return [['sunset-too-soon', message]]
}

function unannounced({ name }: Mark): Wrong {
  const message = `No item under "Deprecated" of CHANGELOG.md has \`${name}\` and the day of its sunset.`
  return ['deprecation-unannounced', message]
}

/** Its successes alone: the replies of errors are shared with operations that are not deprecated. */
function headersOf({ node, place }: Mark, contract: Node): Wrong[] {
  if (!isOperation(place)) return []
  return successesOf(contract, node).flatMap(([status, reply]) => {
    const listed = isNode(reply['headers']) ? Object.keys(reply['headers']) : []
    const lacking = headers.filter((name) => !listed.includes(name))
    return lacking.length === 0
      ? []
      : [
          [
            'deprecation-headers-unlisted',
            `Its reply ${status} does not list ${lacking.join(', ')}.`,
          ] as const,
        ]
  })
}

function promiseOf({ sunset }: Mark, released: Mark | undefined): Wrong[] {
  const [now, then] = [dayOf(sunset), dayOf(released?.sunset)]
  return now !== undefined && then !== undefined && now < then
    ? [['sunset-moved-forward', `It was promised until ${String(released?.sunset)}.`]]
    : []
}

/** Milliseconds since 1970 of a date as RFC 3339 writes it (full-date), where that day is in the calendar. */
export function dayOf(date: unknown): number | undefined {
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const time = Date.parse(date)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : time
}
