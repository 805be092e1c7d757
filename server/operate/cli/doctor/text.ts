import type { Output } from '../invocation.js'
import type { CheckStatus, Result } from './check.js'

const statusWidth = 'warning'.length + 2
const nameWidth = 'submission TLS port'.length + 2
const indent = statusWidth + nameWidth
const smallest = 40

/**
 * Returns a result as a line, and its advice as one below it. On a terminal both are broken to its width.
 *
 * @param output output on which it is printed
 */
export function resultText({ status, check, seen, advice }: Result, { isTTY, columns }: Output): string {
  const width = isTTY === true ? Math.max(smallest, columns ?? 80) - indent : Infinity
  const head = status.padEnd(statusWidth) + check.padEnd(nameWidth)
  const lines = [...broken(seen, width), ...(advice === null ? [] : broken(`→ ${advice}`, width))]
  return lines.map((line, index) => (index === 0 ? head : ' '.repeat(indent)) + line).join('\n')
}

/** Breaks a text at its spaces. A word that is longer than a line stays whole. */
function broken(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const statuses: readonly CheckStatus[] = ['ok', 'warning', 'failed', 'skipped']

/** Counts the checks by their status. */
export function summary(results: readonly Result[]): string {
  return `\n${statuses
    .map((status) => [results.filter((result) => result.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`)
    .join(', ')}`
}

/** Makes a line on a terminal that names the checks still running. Elsewhere nothing is shown. */
export function progressLine(output: Output): {
  show(waiting: readonly string[]): void
  clear(): void
} {
  const erase = '\r\u001b[2K'
  const isTerminal = output.isTTY === true
  let shown = false
  const clear = () => {
    if (shown) output.write(erase)
    shown = false
  }
  return {
    clear,
    show: (waiting) => {
      clear()
      if (!isTerminal || waiting.length === 0) return
      output.write(`waiting for: ${waiting.join(', ')}`.slice(0, (output.columns ?? 80) - 1))
      shown = true
    },
  }
}
