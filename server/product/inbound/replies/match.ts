import type { Knex } from 'knex'
import { fromTypeId, greatestUuid, nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { parseLimits } from '../../../mail/mime/parsed-mail.js'

/** A mail that may answer a message of ours. */
export interface PossibleReply {
  /** Project of the route that takes the mail. */
  readonly projectId: Uuid
  /** The message that the mail's reply address names; null if the mail came to another address. */
  readonly provenMessageId: Uuid | null
  /** Message-IDs that the mail answers, with angle brackets, the likeliest first. */
  readonly references: readonly string[]
  /** The address of its From field, in the form of `foldAddress`. */
  readonly sender: string
}

/** The message of ours that a mail answers. */
export interface MatchedReply {
  readonly messageId: Uuid
  /** The delivery to the sender; null if the sender is no recipient, or the message has been purged. */
  readonly logId: Uuid | null
  /**
   * The evidence: `address` if a reply address proves it, `header` if only the header says so, which anybody can
   * write.
   */
  readonly match: 'address' | 'header'
}

/** Most logs of a message, which has at most 50 recipients. */
const maxLogs = 50

/**
 * Selects the answered messages row by row by keys, whatever the planner thinks of the tables. The logs of a message
 * are found before their addresses are compared, since one address can have a long history. Comparing and ordering by
 * the whole row makes the planner take the index by message.
 */
const selectAnswered = statement<
  [
    workspaceId: WorkspaceId,
    places: readonly number[],
    projectIds: readonly Uuid[],
    messageIds: readonly Uuid[],
    senders: readonly string[],
  ],
  { place: number; message_id: Uuid; log_id: Uuid | null }
>(
  'select_answered_messages',
  `select asked.place, message.id as message_id, log.id as log_id
   from unnest($2::integer[], $3::uuid[], $4::uuid[], $5::text[]) with ordinality
     as asked (place, project_id, message_id, sender, rank)
   cross join lateral (
     select id from messages
     where workspace_id = $1 and id = asked.message_id and project_id = asked.project_id limit 1
   ) message
   left join lateral (
     select id from (
       select id, address from message_logs
       where workspace_id = $1
         and (message_id, id) >= (asked.message_id, '${nilUuid}'::uuid)
         and (message_id, id) <= (asked.message_id, '${greatestUuid}'::uuid)
       order by message_id, id limit ${maxLogs}
     ) recipient
     where address = asked.sender limit 1
   ) log on true
   order by asked.rank`,
)

/**
 * Finds the message that each mail answers, in the transaction that stores the mails. A reply address counts even if
 * the message has been purged. A reference in the header counts only for an existing message of the same project.
 *
 * @returns one entry for each mail, in their order; null if it answers none
 */
export async function matchReplies(
  sql: Knex,
  workspaceId: WorkspaceId,
  mails: readonly PossibleReply[],
): Promise<(MatchedReply | null)[]> {
  const asked = mails.flatMap((mail, place) => candidates(mail).map((messageId) => ({ place, messageId })))
  const found = new Map<number, { messageId: Uuid; logId: Uuid | null }>()
  if (asked.length > 0) {
    const rows = await selectAnswered(
      sql,
      workspaceId,
      asked.map(({ place }) => place),
      asked.map(({ place }) => mails[place]?.projectId ?? nilUuid),
      asked.map(({ messageId }) => messageId),
      asked.map(({ place }) => mails[place]?.sender ?? ''),
    )
    for (const { place, message_id: messageId, log_id: logId } of rows) {
      if (!found.has(place)) found.set(place, { messageId, logId })
    }
  }
  return mails.map(({ provenMessageId }, place) => {
    const answered = found.get(place)
    if (provenMessageId !== null) {
      return { messageId: provenMessageId, logId: answered?.logId ?? null, match: 'address' }
    }
    return answered === undefined ? null : { ...answered, match: 'header' }
  })
}

/** Returns the messages that a mail may answer, the likeliest first. */
function candidates({ provenMessageId, references }: PossibleReply): Uuid[] {
  if (provenMessageId !== null) return [provenMessageId]
  const ids = references.slice(0, parseLimits.references).map(ownMessageId)
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** Returns the id of the message in a Message-ID of ours; undefined if it is not of our form. */
function ownMessageId(reference: string): Uuid | undefined {
  const [, id] = /^<(msg_[a-z0-9]{26})@[^@<>\s]+>$/.exec(reference) ?? []
  if (id === undefined) return undefined
  try {
    return fromTypeId('msg', id)
  } catch {
    return undefined
  }
}
