import { open, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Files that are flushed at once: as many threads as Node has for it. */
const atOnce = 4

/** Flushes a folder with all that it contains to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const left = [folder, ...paths].values()
  const lane = async () => {
    for (const each of left) {
      const file = await open(each, 'r')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
