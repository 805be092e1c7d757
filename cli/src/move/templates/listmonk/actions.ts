/** A piece of a template of Go: text, or an action between `{{` and `}}`. */
export interface Piece {
  readonly isAction: boolean
  /** The text, or the action without its braces. */
  readonly text: string
  readonly source: string
  readonly at: number
}

/** Reads a template of Go. Returns the offset of an action that does not end, if there is one. */
export function piecesOf(source: string): Piece[] | number {
  const pieces: Piece[] = []
  let from = 0
  let trims = false
  const addText = (to: number, trimsEnd: boolean): void => {
    const text = source.slice(from, to)
    const begun = trims ? text.trimStart() : text
    pieces.push({ isAction: false, text: trimsEnd ? begun.trimEnd() : begun, source: text, at: from })
  }
  for (let at = source.indexOf('{{'); at >= 0; at = source.indexOf('{{', from)) {
    const end = endOf(source, at + 2)
    if (end === undefined) return at
    const whole = source.slice(at, end)
    const begins = /^\{\{-\s/.test(whole)
    const ends = /\s-\}\}$/.test(whole)
    addText(at, begins)
    const text = whole.slice(begins ? 3 : 2, ends ? -3 : -2).trim()
    pieces.push({ isAction: true, text, source: whole, at })
    from = end
    trims = ends
  }
  addText(source.length, false)
  return pieces
}

/** Returns the offset behind the `}}` of an action. */
function endOf(source: string, from: number): number | undefined {
  const ends = /"(?:\\.|[^"\\\n])*"|`[^`]*`|\/\*[^]*?\*\/|\}\}|["`]|\/\*/g
  ends.lastIndex = from
  for (let found = ends.exec(source); found !== null; found = ends.exec(source)) {
    if (found[0] === '}}') return ends.lastIndex
    if (/^(["`]|\/\*)$/.test(found[0])) return undefined
  }
  return undefined
}

/** Reads the words of an action. Returns undefined if there is something else in it. */
export function wordsOf(action: string): string[] | undefined {
  const word = /\s+|"(?:\\.|[^"\\])*"|`[^`]*`|:=|[|(),=]|\$?[\w.]+|\$|-?\d[\d.]*/y
  const words: string[] = []
  while (word.lastIndex < action.length) {
    const found = word.exec(action)
    if (found === null) return undefined
    if (found[0].trim() !== '') words.push(found[0])
  }
  return words
}
