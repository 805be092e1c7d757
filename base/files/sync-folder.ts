import { open } from 'node:fs/promises'

/**
 * Flushes a folder to the disk, which makes the names of its new, renamed and removed files durable. Of a file it flushes
 * the content.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
