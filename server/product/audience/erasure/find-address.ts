import type { Steps } from '../../../../base/time/time-slice.js'
import type { AddressPattern } from './address-pattern.js'

/** Number of characters that are searched for the domain at a stretch. */
const pieceLength = 65_536

/** Number of places after which other tasks may run. */
const placesAtOnce = 100

/** Receives a place of the address: where in the text it begins and ends. */
export type OnPlace = (from: number, to: number) => void

/**
 * Finds the same places as `text.matchAll(expression)`, in order. `matchAll` tries the local part at each character
 * of a text; this function finds the at sign with the domain, and looks only in front of it.
 */
export function* findAddress(text: string, pattern: AddressPattern, onPlace: OnPlace): Steps<void> {
  const starts = yield* possibleStarts(text, pattern)
  const { wholeHere } = pattern
  let [count, end] = [0, 0]
  for (const start of starts) {
    count += 1
    if (count % placesAtOnce === 0) yield
    if (start < end) continue
    // Another text may have used the expression between two steps.
    wholeHere.lastIndex = start
    const found = wholeHere.exec(text)
    if (found === null) continue
    end = start + found[0].length
    onPlace(start, end)
  }
}

/** Returns the places, in order, where a local part begins that stands in front of an at sign with the domain. */
function* possibleStarts(text: string, { atDomain, localsBefore }: AddressPattern): Steps<number[]> {
  const starts: number[] = []
  let count = 0
  for (let from = 0; from < text.length; from += pieceLength) {
    const piece = text.slice(from, from + pieceLength + atDomain.longest)
    for (let next = 0; next < pieceLength;) {
      atDomain.expression.lastIndex = next
      const found = atDomain.expression.exec(piece)
      if (found === null || found.index >= pieceLength) break
      next = found.index + 1
      const at = from + found.index
      for (const localBefore of localsBefore) {
        localBefore.lastIndex = at
        const local = localBefore.exec(text)?.[1]
        if (local !== undefined) addInOrder(starts, at - local.length)
      }
      count += 1
      if (count % placesAtOnce === 0) yield
    }
    yield
  }
  return starts
}

/** Inserts a place that comes after all but the last few. */
function addInOrder(starts: number[], start: number): void {
  let place = starts.length
  for (; place > 0 && (starts[place - 1] ?? 0) > start; place -= 1) starts[place] = starts[place - 1] ?? 0
  starts[place] = start
}
