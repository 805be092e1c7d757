import { open } from 'node:fs/promises'

/**
 * Flushes a folder to the disk, which makes the names of its new, renamed and removed files durable. If the path is a
 * file's, its content is flushed.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
