import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, type Prefix, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { streamSql } from '../../../platform/db/statements/stream-sql.js'
import type { EventRow } from '../../../platform/events/present-event.js'

/** A message that events are about. */
export interface SubjectMessage {
  readonly id: Uuid
  readonly from_email: string
  readonly from_name: string | null
  readonly subject: string
  readonly metadata: Readonly<Record<string, string>>
  readonly campaign_id: Uuid | null
  readonly template_id: Uuid | null
}

/** A contact that events are about. */
export interface SubjectContact {
  readonly id: Uuid
  readonly name: string | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly updated_at: Date
}

/** A domain that events are about. */
export interface SubjectDomain {
  readonly id: Uuid
  /** The records as of the last check. */
  readonly records: readonly components['schemas']['DomainRecord'][]
}

/** The delivery to one recipient that events are about. */
export interface SubjectLog {
  readonly id: Uuid
  readonly message_id: Uuid
}

/** The kind of the mail to one recipient that events are about. */
export interface SubjectStream {
  /** The id of the recipient's message log. */
  readonly id: Uuid
  readonly stream: components['schemas']['Stream']
}

/**
 * The things that some events are about, by their ids in the form that people see. Those that are no longer retained
 * are missing.
 */
export interface Subjects {
  readonly messages: ReadonlyMap<string, SubjectMessage>
  readonly contacts: ReadonlyMap<string, SubjectContact>
  readonly domains: ReadonlyMap<string, SubjectDomain>
  readonly logs: ReadonlyMap<string, SubjectLog>
  /** By the ids of message logs. */
  readonly streams: ReadonlyMap<string, SubjectStream>
}

/** A kind of things that events are about. */
export type SubjectKind = keyof Subjects

/** The subjects of events that need none. */
export const noSubjects: Subjects = {
  messages: new Map(),
  contacts: new Map(),
  domains: new Map(),
  logs: new Map(),
  streams: new Map(),
}

/** Selects rows of a table by their ids, row by row by the key, whatever the planner thinks of the table. */
const select = <Row>(kind: SubjectKind, table: string, columns: string) =>
  statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], Row>(
    `select_${kind}_of_webhooks`,
    `select subject.* from unnest($2::uuid[]) as asked (id)
     cross join lateral (
       select ${columns} from ${table} where workspace_id = $1 and id = asked.id limit 1
     ) subject`,
  )

const selectMessages = select<SubjectMessage>(
  'messages',
  'messages',
  'id, from_email, from_name, subject, metadata, campaign_id, template_id',
)
const selectContacts = select<SubjectContact>('contacts', 'contacts', 'id, name, properties, updated_at')
const selectDomains = select<SubjectDomain>('domains', 'domains', 'id, records')
const selectLogs = select<SubjectLog>('logs', 'message_logs', 'id, message_id')
const selectStreams = select<SubjectStream>(
  'streams',
  'message_logs',
  `id, ${streamSql('message_logs')} as stream`,
)

/**
 * Looks up the things that events of a workspace are about, each kind with one statement.
 *
 * @param kinds the kinds to look up
 */
export async function subjectsOf(
  db: Knex,
  workspaceId: WorkspaceId,
  events: readonly EventRow[],
  kinds: readonly SubjectKind[],
): Promise<Subjects> {
  async function found<Row extends { readonly id: Uuid }>(
    prefix: Prefix,
    ids: readonly unknown[],
    run: (db: Knex, workspaceId: WorkspaceId, ids: readonly Uuid[]) => Promise<Row[]>,
  ): Promise<Map<string, Row>> {
    const byUuid = new Map<Uuid, string>()
    for (const id of ids) if (typeof id === 'string') byUuid.set(fromTypeId(prefix, id), id)
    if (byUuid.size === 0) return new Map()
    const rows = await run(db, workspaceId, [...byUuid.keys()])
    return new Map(rows.map((row) => [byUuid.get(row.id) ?? '', row]))
  }
  const named = (kind: SubjectKind, name: string, of: (type: string) => boolean) =>
    kinds.includes(kind) ? events.flatMap(({ type, data }) => (of(type) ? data[name] : [])) : []
  // One after the other: a worker has few connections, and most claims have events about one kind of thing.
  return {
    messages: await found('msg', named('messages', 'message_id', mayBeOfMessage), selectMessages),
    contacts: await found('con', named('contacts', 'contact_id', isOfContact), selectContacts),
    domains: await found('dom', named('domains', 'domain_id', isOfDomain), selectDomains),
    logs: await found('log', named('logs', 'log_id', isOfSuppression), selectLogs),
    streams: await found('log', named('streams', 'log_id', mayBeOfLog), selectStreams),
  }
}

const isOfMessage = (type: string) => type.startsWith('message.')
const isOfContact = (type: string) => type.startsWith('contact.')
const isOfDomain = (type: string) => type.startsWith('domain.')
const isOfSuppression = (type: string) => type.startsWith('suppression.')
/** A contact may have opted out by a link in a message. */
const mayBeOfMessage = (type: string) => isOfMessage(type) || isOfContact(type)
const mayBeOfLog = (type: string) => mayBeOfMessage(type) || isOfSuppression(type)
