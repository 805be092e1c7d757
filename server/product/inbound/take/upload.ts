import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { SpooledMail } from './spool.js'
import { beginUpload, deleteUploadedChunks, endUploads, insertChunk } from './statements.js'

/**
 * Stores the bytes of a large message before its row, each piece by itself: in one transaction they would hold up the
 * embedded database for seconds. What a process leaves behind that ends meanwhile is purged by its row in
 * `inbound_uploads`.
 */
export async function upload(
  db: Knex,
  workspaceId: WorkspaceId,
  messageId: Uuid,
  mail: Pick<SpooledMail, 'pieces'>,
): Promise<void> {
  await beginUpload(db, workspaceId, messageId)
  let number = 0
  for await (const piece of mail.pieces()) {
    await insertChunk(db, workspaceId, messageId, number, piece)
    number += 1
  }
}

/** Deletes an upload that came to nothing. Where the database fails, the purge does it later. */
export async function giveUpUpload(db: Knex, workspaceId: WorkspaceId, messageId: Uuid): Promise<void> {
  try {
    for (;;) {
      const [deleted] = await deleteUploadedChunks(db, workspaceId, messageId)
      if (deleted === undefined || deleted.count === 0) break
    }
    await endUploads(db, workspaceId, [messageId])
  } catch {
    // Nothing is lost: nobody was told that the message was taken.
  }
}
