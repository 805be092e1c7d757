import type { Readable } from 'node:stream'
import type { CommandProcess } from '../invocation.js'

/** The maximum number of bytes to read for an answer. */
const maxBytes = 1024

/** Returns whether there is a terminal for a question. */
export function canAsk({ stdin }: Pick<CommandProcess, 'stdin'>): boolean {
  return (stdin as { readonly isTTY?: boolean }).isTTY === true
}

/** Asks for confirmation on a terminal. Any answer except yes means no, and so does the signal. */
export async function confirm(
  { stdin, stderr }: Pick<CommandProcess, 'stdin' | 'stderr'>,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  const input: AsyncIterable<Buffer> & Partial<Pick<Readable, 'destroy'>> = stdin
  const leave = () => void input.destroy?.()
  signal.addEventListener('abort', leave)
  stderr.write(`${question} [y/N] `)
  let answer = ''
  try {
    for await (const part of input) {
      answer += Buffer.from(part).toString()
      if (/[\r\n]/.test(answer) || answer.length > maxBytes) break
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
  return !signal.aborted && /^y(?:es)?$/i.test(answer.trim())
}
