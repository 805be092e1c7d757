import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { draftOf, removeLeftovers } from '../../../base/files/drafts.js'
import { ConfigError } from '../../platform/config/config-error.js'

const draftEnd = 'part'

/** Takes the line with the connection info. */
export interface Output {
  write(line: string): void
}

export const standardOutput: Output = { write: (line) => void process.stdout.write(`${line}\n`) }

/**
 * Makes the output to a file that exists while the service is ready, so that a shell can wait for it: the file of an
 * earlier run is removed now, and the whole line appears at once. Only its owner can read it. It is removed when this
 * process ends, unless another one has written its own by then.
 *
 * @throws ConfigError if the file cannot be written
 */
export function outputFile(file: string): Output {
  removeLeftovers(path.dirname(file), draftEnd, (name) => name === path.basename(file))
  const draft = draftOf(file, draftEnd)
  try {
    rmSync(file, { force: true })
    writeFileSync(draft, '', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new ConfigError(`--output takes a file that can be written: ${(error as Error).message}.`)
  }
  let content: string | undefined
  process.once('exit', () => {
    rmSync(draft, { force: true })
    if (content !== undefined && contentOf(file) === content) rmSync(file, { force: true })
  })
  return {
    write: (line) => {
      content = `${line}\n`
      writeFileSync(draft, content)
      renameSync(draft, file)
    },
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
