/** A line of a difference: removed, added, or in both texts. */
export interface DiffLine {
  readonly kind: 'removed' | 'added' | 'same'
  readonly text: string
}

/**
 * Maximum number of lines that may differ before the rest counts as replaced, since the work grows with the square of
 * that number.
 */
const maxEdits = 1_000

/**
 * Compares two texts by lines, with the fewest changes (Myers, "An O(ND) Difference Algorithm and Its Variations",
 * 1986). Texts that differ by more than 1,000 lines are shown as replaced, except for their common beginning and end.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  let begin = 0
  while (begin < old.length && begin < next.length && old[begin] === next[begin]) begin++
  let end = 0
  while (
    end < old.length - begin &&
    end < next.length - begin &&
    old[old.length - 1 - end] === next[next.length - 1 - end]
  )
    end++
  const middle = shortest(old.slice(begin, old.length - end), next.slice(begin, next.length - end))
  return [
    ...as('same', old.slice(0, begin)),
    ...middle,
    ...as('same', end === 0 ? [] : old.slice(old.length - end)),
  ]
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/)
}

function as(kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind, text }))
}

function shortest(old: readonly string[], next: readonly string[]): DiffLine[] {
  const replaced = [...as('removed', old), ...as('added', next)]
  if (old.length === 0 || next.length === 0) return replaced
  const max = Math.min(old.length + next.length, maxEdits)
  // The farthest x reached on each diagonal (x - y), for each number of edits.
  const reach = new Int32Array(2 * max + 3)
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= max; edits++) {
    // Only the diagonals that this number of edits can change.
    trace.push(reach.slice(max + 1 - edits - 1, max + 1 + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = max + 1 + diagonal
      const [less, more] = [reach[at - 1] ?? 0, reach[at + 1] ?? 0]
      let x = diagonal === -edits || (diagonal !== edits && less < more) ? more : less + 1
      while (x < old.length && x - diagonal < next.length && old[x] === next[x - diagonal]) x++
      reach[at] = x
      if (x >= old.length && x - diagonal >= next.length) return walkedBack(trace, old, next)
    }
  }
  return replaced
}

/**
 * Collects the changes from the end to the beginning, through the positions that each number of edits had reached.
 */
function walkedBack(
  trace: readonly Int32Array[],
  old: readonly string[],
  next: readonly string[],
): DiffLine[] {
  const lines: DiffLine[] = []
  let [x, y] = [old.length, next.length]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits] ?? new Int32Array()
    const reachAt = (diagonal: number) => reach[diagonal + edits + 1] ?? 0
    const diagonal = x - y
    const isDown =
      diagonal === -edits || (diagonal !== edits && reachAt(diagonal - 1) < reachAt(diagonal + 1))
    const from = diagonal + (isDown ? 1 : -1)
    const fromX = edits === 0 ? 0 : reachAt(from)
    const fromY = edits === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY && old[x - 1] === next[y - 1]) {
      lines.push({ kind: 'same', text: old[x - 1] ?? '' })
      x--
      y--
    }
    if (edits === 0) break
    if (isDown) lines.push({ kind: 'added', text: next[--y] ?? '' })
    else lines.push({ kind: 'removed', text: old[--x] ?? '' })
  }
  return lines.reverse()
}

/** A part of a difference: changes with some lines around them, or the number of lines that are left out. */
export type Hunk = readonly DiffLine[] | number

/** Leaves out equal lines that are far from every change. */
export function hunksOf(lines: readonly DiffLine[], around = 3): Hunk[] {
  const isNear = new Uint8Array(lines.length)
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') isNear.fill(1, Math.max(0, at - around), at + around + 1)
  })
  const hunks: Hunk[] = []
  for (let at = 0; at < lines.length;) {
    let end = at + 1
    while (end < lines.length && isNear[end] === isNear[at]) end++
    hunks.push(isNear[at] === 1 ? lines.slice(at, end) : end - at)
    at = end
  }
  return hunks
}
