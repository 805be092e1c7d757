import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SMTPServerDataStream } from 'smtp-server'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { SmtpRefusal } from '../../../mail/smtp-listener/refusal.js'
import type { InboundKind } from '../metrics.js'
import type { MailParsing, ParseJob, Parsed } from '../parsing/jobs.js'
import type { RouteRecipient } from '../recipients.js'
import type { ReceivingRoute } from '../routes/inbound-route-rows.js'
import { keepingRoutes, refuseLoop, requireDmarc } from './judge.js'
import { digestOf, type NewMail } from './new-mail.js'
import type { Spool, SpooledMail } from './spool.js'
import { selectReceipt, beginUpload, deleteUploadedChunks, endUploads, insertChunk } from './statements.js'
import type { StoreMail, StoreOutcome } from './store.js'

/** The envelope of a message, with the client's address and the name that it gave. */
export interface MailEnvelope {
  /** The envelope sender, empty for `<>`. */
  readonly sender: string
  readonly recipients: readonly RouteRecipient[]
  readonly clientAddress: string
  readonly helo: string
}

export interface TakeMailOptions {
  readonly db: Knex
  readonly spool: Spool
  readonly parsing: MailParsing
  readonly store: StoreMail
  /** Name that the service uses in SMTP. */
  readonly hostname: string
  /** DNS servers by which senders are authenticated; undefined if mail comes from this machine. */
  readonly authenticatedBy: readonly string[] | undefined
  readonly log: Logger
}

/** Takes a message to routes. Knows nothing of SMTP but its refusals. */
export type TakeMail = (stream: SMTPServerDataStream, envelope: MailEnvelope) => Promise<InboundKind>

/**
 * Receives, parses and stores a message, once for each route. When its promise has settled, the message is durable.
 * It rejects with an SmtpRefusal if the message is refused; with another error if it has to come again, and then the
 * copies that some routes have stored are recognized as repetitions.
 *
 * Nothing here ever sends mail.
 */
export function mailTaker(options: TakeMailOptions): TakeMail {
  const { spool, parsing } = options

  return async (stream, envelope) => {
    const workspaceIds = envelope.recipients.map(({ route }) => route.workspace_id)
    const spooled = await spool.receive(stream, { clientAddress: envelope.clientAddress, workspaceIds })
    try {
      const receivedAt = new Date()
      const parsed = await parsing.parse(jobOf(spooled, envelope))
      if ('unreadable' in parsed) options.log.warn({ size: spooled.size }, 'a message could not be parsed')
      refuseLoop(parsed)
      const routes = routesOf(envelope.recipients)
      if (options.authenticatedBy !== undefined && routes.some((route) => route.require_dmarc))
        requireDmarc(parsed)
      const kept = keepingRoutes({ parsed, sender: envelope.sender }, routes)
      if (kept.length === 0) return 'dropped'
      let kind: InboundKind = 'repeated'
      // Routes are served one after the other, because a large message is stored once for each until it is committed.
      for (const route of kept) {
        const outcome = await storeFor(route, { spooled, envelope, parsed, receivedAt })
        if (outcome === 'stored') kind = 'received'
      }
      return kind
    } finally {
      await spooled.discard()
    }
  }

  function jobOf({ source }: SpooledMail, { sender, clientAddress, helo }: MailEnvelope): ParseJob<'mail'> {
    const dnsServers = options.authenticatedBy
    return {
      as: 'mail',
      source,
      hostname: options.hostname,
      sender,
      authentication: dnsServers && { clientAddress, helo, dnsServers },
    }
  }

  async function storeFor(route: ReceivingRoute, received: ReceivedMail): Promise<StoreOutcome> {
    const { spooled, envelope, parsed, receivedAt } = received
    const own = envelope.recipients.filter((recipient) => recipient.route.id === route.id)
    const mail: NewMail = {
      id: newUuid(),
      route,
      recipients: own.map(({ address }) => address),
      provenMessageId: own.find(({ provenMessageId }) => provenMessageId !== null)?.provenMessageId ?? null,
      sender: envelope.sender,
      receivedAt,
      size: spooled.size,
      sha256: spooled.sha256,
      bytes: typeof spooled.source === 'string' ? undefined : spooled.source,
      parsed,
    }
    return mail.bytes === undefined ? storeLarge(mail, spooled) : options.store(mail)
  }

  async function storeLarge(mail: NewMail, spooled: SpooledMail): Promise<StoreOutcome> {
    const { db } = options
    const { id, route } = mail
    const known = await selectReceipt(db, route.workspace_id, digestOf(mail), mail.receivedAt)
    if (known.length > 0) return 'repeat'
    try {
      await upload(db, route.workspace_id, id, spooled)
    } catch (error) {
      await giveUpUpload(db, route.workspace_id, id)
      throw error
    }
    let isStored = true
    try {
      const outcome = await options.store(mail)
      isStored = outcome === 'stored'
      return outcome
    } catch (error) {
      // After another failure the transaction may have been committed all the same, so the upload is left to the purge.
      isStored = !(error instanceof SmtpRefusal)
      throw error
    } finally {
      if (!isStored) await giveUpUpload(db, route.workspace_id, id)
    }
  }
}

interface ReceivedMail {
  readonly spooled: SpooledMail
  readonly envelope: MailEnvelope
  readonly parsed: Parsed
  readonly receivedAt: Date
}

/**
 * Returns the routes of the recipients, each once.
 *
 * @throws SmtpRefusal 550 if there is none any more
 */
function routesOf(recipients: readonly RouteRecipient[]): ReceivingRoute[] {
  const routes = [...new Map(recipients.map(({ route }) => [route.id, route])).values()]
  if (routes.length === 0) throw new SmtpRefusal(550, '5.1.1 No such address here')
  return routes
}

/**
 * Stores the bytes of a large message before its row, each piece by itself: in one transaction they would hold up the
 * embedded database for seconds. The chunks of a process that ends meanwhile are purged by their row in
 * `inbound_uploads`.
 */
async function upload(
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

/** Deletes an upload that failed. If the database fails too, the purge does it later. */
async function giveUpUpload(db: Knex, workspaceId: WorkspaceId, messageId: Uuid): Promise<void> {
  try {
    for (;;) {
      const [deleted] = await deleteUploadedChunks(db, workspaceId, messageId)
      if (deleted === undefined || deleted.count === 0) break
    }
    await endUploads(db, workspaceId, [messageId])
  } catch {
    // Nothing is lost, because the client was not told that the message was accepted.
  }
}
