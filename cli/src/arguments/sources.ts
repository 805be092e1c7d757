import { readFile } from 'node:fs/promises'
import { UsageError } from '../mistakes.js'

/** The maximum number of bytes to read from a file into memory, which is more than a request can have. */
const maxBytes = 64 * 1024 * 1024

/** Reads the sources that options name: files and standard input. Standard input can be read only once. */
export class Sources {
  #input: string | undefined
  readonly #stdin: AsyncIterable<Buffer>

  constructor(stdin: AsyncIterable<Buffer>) {
    this.#stdin = stdin
  }

  /**
   * Returns the text of an option. `@file` reads a file, `@-` reads standard input, and `@@` starts a text with an @.
   *
   * @param option the name of the option, such as `--html`
   * @throws UsageError if a file cannot be read or is not UTF-8
   */
  async text(option: string, given: string): Promise<string> {
    if (!given.startsWith('@')) return given
    if (given.startsWith('@@')) return given.slice(1)
    return utf8(option, await this.bytes(option, given.slice(1)))
  }

  /** Returns the content of a file, or of standard input for `-`. */
  async bytes(option: string, file: string): Promise<Buffer> {
    if (file !== '-') return readWhole(option, file)
    if (this.#input !== undefined)
      throw new UsageError(`Standard input can only be read once; it is used for ${this.#input} already.`)
    this.#input = option
    const parts: Buffer[] = []
    let size = 0
    for await (const part of this.#stdin) {
      size += part.length
      if (size > maxBytes) throw tooLarge(option)
      parts.push(Buffer.from(part))
    }
    return Buffer.concat(parts)
  }
}

async function readWhole(option: string, file: string): Promise<Buffer> {
  if (file === '') throw new UsageError(`${option} needs the name of a file after the @; @@ stands for an @.`)
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`${option}: ${file} cannot be read (${codeOf(error)}). @@ begins a text with an @.`)
  })
  if (bytes.length > maxBytes) throw tooLarge(option)
  return bytes
}

function utf8(option: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(`${option}: the file is not UTF-8.`)
  }
}

function tooLarge(option: string): UsageError {
  return new UsageError(`${option}: no request takes more than ${maxBytes / 1024 / 1024} MB.`)
}

/** Returns the system's error code, such as ENOENT. */
export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? code : String(message)
}
