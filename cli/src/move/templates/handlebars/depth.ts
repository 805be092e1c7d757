/** Most blocks, and most parentheses, within each other. */
const maxDepth = 100

/** Returns the offset of a block or an expression that is too deep to be read; undefined if there is none. */
export function tooDeepAt(source: string): number | undefined {
  /** The blocks of each open block: itself, and one for each `{{else if}}`. */
  const open: number[] = []
  let depth = 0
  let parentheses = 0
  for (const { 0: found, index } of source.matchAll(/\{\{~?\s*(?:[#^/]|else\s+[^\s~}])|[()]|\}\}/g)) {
    if (found === '(') parentheses++
    else if (found === ')') parentheses = Math.max(0, parentheses - 1)
    else if (found === '}}') parentheses = 0
    else if (found.endsWith('/')) depth -= open.pop() ?? 0
    else if (/[#^]$/.test(found)) depth += open.push(1) > 0 ? 1 : 0
    else if (open.length > 0) {
      open[open.length - 1] = (open.at(-1) ?? 0) + 1
      depth++
    }
    if (depth > maxDepth || parentheses > maxDepth) return index
  }
  return undefined
}
