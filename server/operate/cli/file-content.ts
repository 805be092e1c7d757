import { readFile, stat } from 'node:fs/promises'
import { CommandError } from '../command-error.js'

/** Of everything that is read, in bytes: what a receiver refuses may still be tried. */
export const maxBytes = 64 * 1024 * 1024

/**
 * The content of a file; `-` is standard input.
 *
 * @throws CommandError where it cannot be read or is too large
 */
export async function contentOf(file: string, standardInput: () => AsyncIterable<Buffer>): Promise<Buffer> {
  if (file === '-') return allOf(standardInput())
  try {
    const found = await stat(file)
    if (!found.isFile()) throw new CommandError(`${file} is not a file.`)
    if (found.size > maxBytes) throw tooLarge(`${file} is`)
    return await readFile(file)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new CommandError(`${file} cannot be read (${code}).`)
  }
}

async function allOf(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge('Standard input is')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @param subject with its verb, such as `mail.eml is` */
export function tooLarge(subject: string): CommandError {
  return new CommandError(`${subject} larger than ${maxBytes / 1024 / 1024} MiB.`)
}
