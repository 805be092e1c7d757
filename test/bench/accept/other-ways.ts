import type { Knex } from 'knex'
import { listStore } from '../../../server/product/audience/lists/store.js'
import { replyAddresses } from '../../../server/product/delivery/bounce/reply-address.js'
import { inTransaction } from '../../../server/platform/db/transaction/transaction.js'
import { senderRules } from '../../../server/product/domains/sender-rules.js'
import type { ReplaceHandlers } from '../../../server/process/http.js'
import { contactFinder } from '../../../server/product/audience/contacts/find-by-address.js'
import { templateStore } from '../../../server/product/content/store.js'
import { admitMessage, authorizeSend } from '../../../server/product/messages/admit/admit.js'
import { readSend } from '../../../server/product/messages/admit/send.js'
import { presentAccepted } from '../../../server/product/messages/accept/present.js'
import { projectStore } from '../../../server/product/workspace/projects/projects.js'
import { acceptedReply } from './accepted-reply.js'
import { insertRows } from './insert-rows.js'
import { tableRowsOf } from './table-rows.js'

/** Other ways to answer a send, in the same app, to measure the service's own against. */

/** Answers sends without a database, to measure what HTTP, authentication, validation and the reply cost. */
export const answeringAtOnce: ReplaceHandlers = (handlers) => ({
  ...handlers,
  sendMessage: { inSharedTransaction: () => Promise.resolve({ status: 202, body: acceptedReply }) },
})

/** The plain way: each request has a transaction, with an insert for each table. */
export const inOneTransactionEach: ReplaceHandlers = (handlers, db: Knex) => {
  const admission = {
    projects: projectStore(db),
    senderRules: senderRules({ domains: undefined, staysHere: true }),
    lists: listStore(db),
    templates: templateStore(db),
    findContact: contactFinder(db),
    renderer: {
      render: () => Promise.reject(new Error('these messages have no template')),
      textOf: () => Promise.reject(new Error('these messages have a text')),
    },
    findReplyRoute: () => Promise.reject(new Error('these messages name no route')),
    replyAddresses: replyAddresses(new Uint8Array(32)),
    now: () => new Date(),
  }
  return {
    ...handlers,
    sendMessage: {
      inSharedTransaction: async ({ principal, body, claim }) => {
        const send = readSend(body, '/body')
        const project = await authorizeSend(admission, principal, send)
        const message = await admitMessage(admission, principal, project, send)
        const reply = presentAccepted(message)
        await inTransaction(db, (tx) =>
          insertRows(tx.sql, tableRowsOf(principal.workspaceId, message, claim, reply)),
        )
        return { status: 202, body: reply }
      },
    },
  }
}
