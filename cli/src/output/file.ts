import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { draftOf, removeLeftovers } from '../../../base/files/drafts.js'
import { codeOf } from '../arguments/sources.js'
import { CommandFailure } from '../mistakes.js'

/**
 * Writes a file from content as it arrives. The file appears only when all of the content is written.
 *
 * @throws CommandFailure if the file cannot be written, and any error from reading the content
 */
export async function writeWhole(file: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  removeLeftovers(path.dirname(file), 'part', (name) => name === path.basename(file))
  const draft = draftOf(file, 'part')
  try {
    const handle = await open(draft, 'wx').catch(cannotWrite(file))
    try {
      for await (const part of parts) await handle.appendFile(part).catch(cannotWrite(file))
      await handle.sync().catch(cannotWrite(file))
    } finally {
      await handle.close()
    }
    await rename(draft, file).catch(cannotWrite(file))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

function cannotWrite(file: string) {
  return (error: unknown): never => {
    throw new CommandFailure(`${file} cannot be written (${codeOf(error)}).`)
  }
}
