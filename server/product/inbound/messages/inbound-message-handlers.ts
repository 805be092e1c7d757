import { fromTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { clampWindow, presentWindow } from '../../../platform/http/lists/pagination.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { RetentionStart } from '../../../platform/db/retention.js'
import { deleteInboundMessages } from '../erasure/delete-inbound.js'
import type { InboundLinks } from '../links/links.js'
import { downloadAttachment, downloadRaw } from './download.js'
import { findInboundMessage, noSuchMessage, type MessageKey } from './find.js'
import { listInboundMessages } from './list.js'
import { presentInboundDetail } from './present.js'
import { replayInboundMessage } from './event.js'

export interface InboundMessageDependencies {
  readonly retention: RetentionStart
  readonly inboundLinks: InboundLinks
  readonly wakes: Wakes
}

export function inboundMessageHandlers({ retention, inboundLinks, wakes }: InboundMessageDependencies) {
  return {
    listInboundMessages: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listInboundMessages(db, principal.workspaceId, query, window)
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },

    retrieveInboundMessage: async ({ principal, path, db }) => {
      const row = await findInboundMessage(db, keyOf(principal, path))
      return { status: 200, body: presentInboundDetail(row) }
    },

    deleteInboundMessage: async ({ principal, path, tx }) => {
      const { workspaceId, messageId } = keyOf(principal, path)
      const gone = await deleteInboundMessages(tx.sql, workspaceId, [messageId])
      if (gone.messages === 0) throw noSuchMessage()
      return { status: 204, body: undefined }
    },

    downloadInboundMessage: ({ principal, path, db }) => downloadRaw(db, keyOf(principal, path)),

    downloadInboundAttachment: ({ principal, path, db }) =>
      downloadAttachment(db, keyOf(principal, path), fromTypeId('att', path.attachment_id)),

    replayInboundMessage: async ({ principal, path, tx }) => ({
      status: 202,
      body: await replayInboundMessage(tx, keyOf(principal, path), inboundLinks, wakes),
    }),
  } satisfies Partial<Handlers>
}

function keyOf(principal: { readonly workspaceId: WorkspaceId }, path: { readonly id: string }): MessageKey {
  return { workspaceId: principal.workspaceId, messageId: fromTypeId('inm', path.id) }
}
