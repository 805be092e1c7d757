import { UsageError } from '../mistakes.js'
import type { CommandProcess } from '../invocation.js'

/** A terminal that can hide typed characters. */
interface Typing extends AsyncIterable<Buffer> {
  readonly isTTY?: boolean
  readonly setRawMode?: (isRaw: boolean) => unknown
}

/** The maximum number of bytes to read for a key. */
const maxBytes = 4096

const [enter, lineFeed, interrupt, endOfInput, backspace, rubout] = [
  '\r',
  '\n',
  '\u0003',
  '\u0004',
  '\b',
  '\u007f',
]

/**
 * Reads a key from a terminal without showing it, or else from the first line of standard input. There is no option
 * for the key, because other users of a machine can see the options of running processes.
 *
 * @throws UsageError if there is no key
 */
export async function askForKey({
  stdin,
  stderr,
}: Pick<CommandProcess, 'stdin' | 'stderr'>): Promise<string> {
  const typing: Typing = stdin
  const isHidden = typing.isTTY === true && typing.setRawMode !== undefined
  if (isHidden) {
    stderr.write('API key, or the token of a session (it is not shown): ')
    typing.setRawMode?.(true)
  }
  try {
    const key = (await firstLine(typing, isHidden)).trim()
    if (key === '') throw new UsageError('No key given: type it, or pass it on standard input.')
    return key
  } finally {
    if (isHidden) {
      typing.setRawMode?.(false)
      stderr.write('\n')
    }
  }
}

async function firstLine(typing: Typing, isRaw: boolean): Promise<string> {
  let line = ''
  for await (const part of typing) {
    for (const character of Buffer.from(part).toString()) {
      if (character === enter || character === lineFeed) return line
      if (isRaw && character === interrupt) throw new UsageError('Stopped.')
      if (isRaw && character === endOfInput) return line
      if (isRaw && (character === backspace || character === rubout)) line = line.slice(0, -1)
      else line += character
    }
    if (line.length > maxBytes) throw new UsageError('This is too long for a key.')
  }
  return line
}
