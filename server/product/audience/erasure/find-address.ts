import type { Steps } from '../../../../base/time/time-slice.js'
import type { AddressPattern } from './address-pattern.js'

/** So many characters are searched for the domain at a stretch. */
const pieceLength = 65_536

/** Other tasks may run after so many places. */
const placesAtOnce = 100

/** Takes a place: the text has the address `from` there `to` there. */
export type OnPlace = (from: number, to: number) => void

/**
 * Finds the same places as `text.matchAll(expression)` does, in order. That tries the local part at each character of a
 * text; this finds the at sign with the domain, and looks in front of it alone.
 */
export function* findAddress(text: string, pattern: AddressPattern, onPlace: OnPlace): Steps<void> {
  const starts = yield* possibleStarts(text, pattern)
  const { wholeHere } = pattern
  let [count, end] = [0, 0]
  for (const start of starts) {
    count += 1
    if (count % placesAtOnce === 0) yield
    if (start < end) continue
    // The steps of another text may have used the expression meanwhile.
    wholeHere.lastIndex = start
    const found = wholeHere.exec(text)
    if (found === null) continue
    end = start + found[0].length
    onPlace(start, end)
  }
}

/** Where a local part begins that is in front of an at sign with the domain, in order. */
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

/** Adds a place that is behind all but the last few. */
function addInOrder(starts: number[], start: number): void {
  let place = starts.length
  for (; place > 0 && (starts[place - 1] ?? 0) > start; place -= 1) starts[place] = starts[place - 1] ?? 0
  starts[place] = start
}
