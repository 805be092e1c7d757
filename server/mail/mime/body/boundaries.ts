/** Number of bytes of a line that tell its kind. A boundary is shorter, as is the name of a field. */
export const longestHead = 2048

/** A line that ends a part (RFC 2046, section 5.1.1). */
export interface Delimiter {
  /** Index of the multipart that the part is in. */
  readonly index: number
  /** True if the line ends that multipart, too. */
  readonly closes: boolean
}

const [cr, tab, space, dash] = [0x0d, 0x09, 0x20, 0x2d]

/**
 * Holds the boundaries of the multiparts that are open (RFC 2046, section 5.1.1). Of multiparts with the same
 * boundary the last one counts.
 */
export class Boundaries {
  /** Indices of multiparts by their boundaries. */
  readonly #indices = new Map<string, number[]>()
  /** Number of boundaries by their first byte. Most lines are no delimiters, and these two filters tell so quickly. */
  readonly #firsts = new Uint8Array(256)
  /** Number of possible delimiters by their length. */
  readonly #lengths = new Uint8Array(longestHead)

  add(boundary: string, index: number): void {
    const indices = this.#indices.get(boundary)
    if (indices === undefined) this.#indices.set(boundary, [index])
    else indices.push(index)
    this.#expect(boundary, 1)
  }

  /** Removes the multipart that was added last for a boundary. */
  delete(boundary: string): void {
    const indices = this.#indices.get(boundary)
    indices?.pop()
    if (indices?.length === 0) this.#indices.delete(boundary)
    this.#expect(boundary, -1)
  }

  /**
   * @param line line without its LF; one that is longer than a head delimits nothing
   */
  delimiterOf(line: Uint8Array): Delimiter | undefined {
    if (line[0] !== dash || line[1] !== dash || line.length >= longestHead) return undefined
    let end = line.length
    while (end > 2 && isTrailing(line[end - 1] ?? 0)) end -= 1
    if (this.#lengths[end - 2] === 0 || this.#firsts[line[2] ?? 0] === 0) return undefined
    const text = Buffer.from(line.buffer, line.byteOffset + 2, end - 2).toString('latin1')
    const next = this.#indices.get(text)?.at(-1) ?? -1
    const last = text.endsWith('--') ? (this.#indices.get(text.slice(0, -2))?.at(-1) ?? -1) : -1
    return next === last ? undefined : { index: Math.max(next, last), closes: last > next }
  }

  #expect(boundary: string, more: 1 | -1): void {
    for (const [counts, index] of [
      [this.#firsts, boundary.charCodeAt(0)],
      [this.#lengths, boundary.length],
      [this.#lengths, boundary.length + 2],
    ] as const)
      counts[index] = (counts[index] ?? 0) + more
  }
}

function isTrailing(byte: number): boolean {
  return byte === space || byte === tab || byte === cr
}
