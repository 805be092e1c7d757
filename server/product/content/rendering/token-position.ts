import { Token } from 'liquidjs'

let input = ''
/** Where the lines of the input begin. */
let begins: number[] = []

/** The line and column of an offset, both from 1. */
function positionIn(text: string, offset: number): [line: number, column: number] {
  if (text !== input) {
    input = text
    begins = [0]
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) begins.push(at + 1)
  }
  let [low, high] = [0, begins.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((begins[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return [low + 1, offset - (begins[low] ?? 0) + 1]
}

/**
 * Makes LiquidJS find positions by the beginnings of lines. It counts from the first character for each
 * token: 1.3 s for 50,000 tokens in 450 kB, where this takes some milliseconds.
 */
export function findPositionsFast(): void {
  Token.prototype.getPosition = function (): [number, number] {
    return positionIn(this.input, this.begin)
  }
}
