import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, isStoredMessage, sinkId, type StoredMessage } from './stored-message.js'

/*
 * Versions before 0.2 kept a message that came alone as `<id>.eml` and `<id>.json`, and messages that came together in
 * `<id>.batch`; `<id>.read` marked an opened message. Batches follow one another in a file, each as
 *
 *   +<size> <the message as JSON>     a line for each message; of a deleted one the line begins with "-"
 *   <an empty line>
 *   <the raw messages, one after the other>
 */

const olderName = /^(snk_.{26})\.(eml|json|read|batch)(\.tmp)?$/

interface Older {
  readonly message: StoredMessage
  readonly raw: Buffer
}

/**
 * Takes over the files that an older version has left in a folder, oldest first, and deletes them. A file is deleted
 * once its messages are kept, so an interrupted start loses nothing. Halves of messages, as a killed process left
 * them, are deleted too.
 *
 * @param keep keeps a message; it may have been kept before
 * @throws the error of the file system, or of `keep`
 */
export async function takeOverOlderFiles(
  folder: string,
  keep: (message: StoredMessage, raw: Buffer, isRead: boolean) => Promise<void>,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => sinkId.test(olderName.exec(name)?.[1] ?? ''))
  const all = new Set(names)
  for (const id of new Set(names.sort().map((name) => name.slice(0, name.indexOf('.'))))) {
    const path = (end: string) => join(folder, `${id}.${end}`)
    const found = all.has(`${id}.batch`) ? batchesIn(await readFile(path('batch'))) : []
    if (all.has(`${id}.json`)) found.push(...(await readPair(id, path)))
    await Promise.all(found.map(({ message, raw }) => keep(message, raw, all.has(`${message.id}.read`))))
    for (const end of ['json', 'eml', 'batch']) if (all.has(`${id}.${end}`)) await rm(path(end))
  }
  // A mark may belong to a message in another file.
  for (const name of names) if (/\.(read|tmp)$/.test(name)) await rm(join(folder, name))
}

async function readPair(id: string, path: (end: string) => string): Promise<Older[]> {
  try {
    const message = parsed(await readFile(path('json'), 'utf8'))
    const raw = await readFile(path('eml'))
    return message?.id === id && message.size === raw.length ? [{ message, raw }] : []
  } catch (error) {
    // A missing half is expected after a kill. Anything else (EACCES, EMFILE) must not cost a whole message.
    if (isMissing(error)) return []
    throw error
  }
}

/** Reads the messages of the whole batches of a file. */
function batchesIn(content: Buffer): Older[] {
  const messages: Older[] = []
  for (let at = 0; ;) {
    const end = content.indexOf('\n\n', at)
    if (end === -1) return messages
    const batch: Older[] = []
    const lines = content.toString('utf8', at, end).split('\n')
    at = end + 2
    for (const line of lines) {
      const [, mark, size, text = ''] = /^([+-])(\d+) (.*)$/.exec(line) ?? []
      const raw = content.subarray(at, at + Number(size))
      at += raw.length
      const message = mark === '+' ? parsed(text) : undefined
      // No client was answered for a batch that is not whole.
      if (raw.length !== Number(size) || (mark === '+' && message?.size !== raw.length)) return messages
      if (message !== undefined) batch.push({ message, raw })
    }
    messages.push(...batch)
  }
}

function parsed(text: string): StoredMessage | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return isStoredMessage(found) && sinkId.test(found.id) ? found : undefined
  } catch {
    return undefined
  }
}
