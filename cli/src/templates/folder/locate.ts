/** An open `{` or `[`, and the position within it. */
interface Frame {
  readonly isArray: boolean
  key: string
  isKeyNext: boolean
}

/**
 * Returns the line on which a value in a JSON text starts, from 1. If the value does not exist, returns the line of
 * the nearest enclosing value that exists.
 *
 * @param path the keys and indices that lead to the value
 */
export function lineInJson(text: string, path: readonly string[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const place = placeOf(text, path.slice(0, length))
    if (place !== undefined) return text.slice(0, place).split('\n').length
  }
  return 1
}

function placeOf(text: string, path: readonly string[]): number | undefined {
  const frames: Frame[] = []
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const frame = frames.at(-1)
    if (token === '}' || token === ']') frames.pop()
    else if (token === ',' && frame !== undefined) {
      if (frame.isArray) frame.key = String(Number(frame.key) + 1)
      else frame.isKeyNext = true
    } else if (token !== ':' && token !== ',') {
      if (frame?.isKeyNext === true) {
        frame.key = String(JSON.parse(token))
        frame.isKeyNext = false
        continue
      }
      if (frames.length === path.length && frames.every(({ key }, depth) => key === path[depth])) return index
      if (token === '{' || token === '[')
        frames.push({ isArray: token === '[', key: token === '[' ? '0' : '', isKeyNext: token === '{' })
    }
  }
  return undefined
}
