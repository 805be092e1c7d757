import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, type Prefix, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
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

/**
 * The things that some events are about, by their ids in the form that people see. Those that are no longer retained
 * are missing.
 */
export interface Subjects {
  readonly messages: ReadonlyMap<string, SubjectMessage>
  readonly contacts: ReadonlyMap<string, SubjectContact>
  readonly domains: ReadonlyMap<string, SubjectDomain>
  readonly logs: ReadonlyMap<string, SubjectLog>
}

/** The subjects of events that need none. */
export const noSubjects: Subjects = {
  messages: new Map(),
  contacts: new Map(),
  domains: new Map(),
  logs: new Map(),
}

/** Selects rows of a table by their ids, row by row by the key, whatever the planner thinks of the table. */
const select = <Row>(table: string, columns: string) =>
  statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], Row>(
    `select_${table}_of_webhooks`,
    `select subject.* from unnest($2::uuid[]) as asked (id)
     cross join lateral (
       select ${columns} from ${table} where workspace_id = $1 and id = asked.id limit 1
     ) subject`,
  )

const selectMessages = select<SubjectMessage>(
  'messages',
  'id, from_email, from_name, subject, metadata, campaign_id, template_id',
)
const selectContacts = select<SubjectContact>('contacts', 'id, name, properties, updated_at')
const selectDomains = select<SubjectDomain>('domains', 'id, records')
const selectLogs = select<SubjectLog>('message_logs', 'id, message_id')

/** Looks up the things that events of a workspace are about, each kind with one statement. */
export async function subjectsOf(
  db: Knex,
  workspaceId: WorkspaceId,
  events: readonly EventRow[],
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
  const named = (name: string, of: (type: string) => boolean) =>
    events.flatMap(({ type, data }) => (of(type) ? data[name] : []))
  // One after the other: a worker has few connections, and most claims have events about one kind of thing.
  return {
    messages: await found('msg', named('message_id', isOfMessage), selectMessages),
    contacts: await found('con', named('contact_id', isOfContact), selectContacts),
    domains: await found('dom', named('domain_id', isOfDomain), selectDomains),
    logs: await found('log', named('log_id', isOfSuppression), selectLogs),
  }
}

const isOfMessage = (type: string) => type.startsWith('message.')
const isOfContact = (type: string) => type.startsWith('contact.')
const isOfDomain = (type: string) => type.startsWith('domain.')
const isOfSuppression = (type: string) => type.startsWith('suppression.')
