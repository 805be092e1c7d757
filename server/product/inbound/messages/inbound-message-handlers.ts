import { visibilityOf, type Principal } from '../../../platform/auth/principal.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { clampWindow, presentWindow } from '../../../platform/http/lists/pagination.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { RetentionStart } from '../../../platform/db/retention.js'
import { deleteInboundMessages } from '../erasure/delete-inbound.js'
import type { InboundLinks } from '../links/links.js'
import { downloadAttachment, downloadRaw } from './download.js'
import { expectInboundMessage, findInboundMessage, noSuchMessage, type MessageKey } from './find.js'
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
      const page = await listInboundMessages(db, visibilityOf(principal), query, window)
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },

    retrieveInboundMessage: async ({ principal, path, db }) => {
      const row = await findInboundMessage(db, keyOf(principal, path))
      return { status: 200, body: presentInboundDetail(row) }
    },

    deleteInboundMessage: async ({ principal, path, tx }) => {
      const key = keyOf(principal, path)
      await expectInboundMessage(tx.sql, key)
      const gone = await deleteInboundMessages(tx.sql, key.workspaceId, [key.messageId])
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

function keyOf(principal: Principal, path: { readonly id: string }): MessageKey {
  return { ...visibilityOf(principal), messageId: fromTypeId('inm', path.id) }
}
