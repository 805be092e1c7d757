import { readFile, stat } from 'node:fs/promises'
import { CommandError } from '../command-error.js'

/** Largest size of a file, in bytes. It is generous: a message that a receiver refuses may still be tried. */
export const maxBytes = 64 * 1024 * 1024

/**
 * Reads the content of a file; `-` is standard input.
 *
 * @param limit limit in bytes
 * @throws CommandError if the file cannot be read or is too large
 */
export async function contentOf(
  file: string,
  standardInput: () => AsyncIterable<Buffer>,
  limit = maxBytes,
): Promise<Buffer> {
  if (file === '-') return allOf(standardInput(), limit)
  try {
    const found = await stat(file)
    if (!found.isFile()) throw new CommandError(`${file} is not a file.`)
    if (found.size > limit) throw tooLarge(`${file} is`, limit)
    return await readFile(file)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new CommandError(`${file} cannot be read (${code}).`)
  }
}

async function allOf(input: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > limit) throw tooLarge('Standard input is', limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @param subject with its verb, such as `mail.eml is` */
export function tooLarge(subject: string, limit = maxBytes): CommandError {
  return new CommandError(`${subject} larger than ${limit / 1024 / 1024} MiB.`)
}
