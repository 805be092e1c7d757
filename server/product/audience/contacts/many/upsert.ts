import { foldAddress, normalizeAddress } from '../../../../../base/addresses/address.js'
import { newUuid, timeOf, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { NewEvent } from '../../../../platform/events/event-types.js'
import { insertEvents } from '../../../../platform/events/insert-event.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { AddressTokens } from '../../../../platform/auth/address-tokens.js'
import { addressErased, erasedAmong } from '../../erasure/refuse-erased.js'
import { recordInLedger } from '../../../../platform/ledger/record.js'
import { optOutEntry } from '../ledger-entries.js'
import { optBackInEvent, optOutEvent } from '../opt-out.js'
import { surplusOfContacts, tooManyContacts } from '../refuse-too-many.js'
import type { ContactRow } from '../contact-rows.js'
import { withoutNulls } from './save.js'
import {
  hasTooManyProperties,
  recordCreated,
  tooManyProperties,
  type ContactFields,
  type ContactOwner,
} from '../upsert.js'

/** One contact of a batch as the request gives it. */
export interface GivenFields {
  readonly fields: ContactFields
  /** JSON pointer to the contact in the request. */
  readonly at: string
}

/** The contact as one item has left it, or why the item was refused. */
export type Upserted = { readonly contact: ContactRow; readonly created: boolean } | ApiError

/** The items of a batch that have one address. */
interface Asked {
  readonly address: string
  /** Id for the contact if the address has none yet. */
  readonly id: Uuid
  readonly items: (GivenFields & { readonly index: number })[]
}

/** The changes that the items of one address make to a contact. */
interface Course {
  /** The contact after the items; undefined if there is none. */
  readonly after: ContactRow | undefined
  readonly outcomes: readonly (readonly [index: number, outcome: Upserted])[]
  readonly events: readonly (readonly [index: number, event: NewEvent])[]
}

/**
 * Inserts contacts in the order of the addresses, and locks the existing ones in the same statement, so that two
 * transactions with the same addresses wait for each other in turn.
 */
const insertOrLock = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, environment: string, contacts: string],
  ContactRow
>(
  'insert_or_lock_contacts',
  `insert into contacts (workspace_id, id, project_id, environment, email, address, name, properties, unsubscribed_at,
     updated_at)
   select own.workspace_id, given.id, $2::uuid, $3::text, given.email, given.address, given.name, given.properties,
     given.unsubscribed_at, given.updated_at
   from ${ownWorkspace} cross join json_to_recordset($4::json) as given (
     id uuid, email text, address text, name text, properties jsonb, unsubscribed_at timestamptz,
     updated_at timestamptz)
   order by given.address
   on conflict (workspace_id, address, project_id) do update set updated_at = contacts.updated_at
   returning *`,
)

const changeLocked = statement<[workspaceId: WorkspaceId, contacts: string]>(
  'change_locked_contacts',
  `update contacts set email = given.email, name = given.name, properties = given.properties,
     unsubscribed_at = given.unsubscribed_at, updated_at = given.updated_at
   from json_to_recordset($2::json) as given (
     id uuid, email text, name text, properties jsonb, unsubscribed_at timestamptz, updated_at timestamptz)
   where contacts.workspace_id = $1 and contacts.id = given.id`,
)

const deleteSurplus = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]]>(
  'delete_surplus_contacts',
  'delete from contacts where workspace_id = $1 and id = any($2::uuid[])',
)

/**
 * Creates or updates some hundred contacts of a project at once, each as `upsertContact` does and in their order. The
 * number of statements doesn't depend on the number of contacts. A refused contact changes nothing. The caller wakes
 * the webhooks if a contact opts out or back in.
 *
 * @returns the outcome of each, in their order, and whether automations are to be woken after the commit
 */
export async function upsertContacts(
  tx: Transaction,
  tokens: AddressTokens,
  to: ContactOwner,
  given: readonly GivenFields[],
): Promise<{ readonly outcomes: readonly Upserted[]; readonly isWanted: boolean }> {
  const all = askedOf(given)
  const erased = await erasedAmong(tx.sql, tokens, to, [...all.keys()])
  const asked = [...all.values()].filter(({ address }) => !erased.has(address))
  const courses = await courseOf(tx, to, asked)
  const refused = [...all.values()]
    .filter(({ address }) => erased.has(address))
    .map((one) => refusedCourse(one, addressErased))

  const every = [...courses, ...refused]
  const outcomes = inOrder(every.flatMap((course) => course.outcomes))
  // Events are read in the order of their ids, which must be the order of the items.
  const events = inOrder(every.flatMap((course) => course.events))
  await insertEvents(
    tx.sql,
    to.workspaceId,
    events.map((event) => ({ ...event, id: newUuid() })),
  )
  const created = outcomes.flatMap((outcome) =>
    !(outcome instanceof ApiError) && outcome.created ? [outcome.contact] : [],
  )
  const isWanted = created.length > 0 && (await recordCreated(tx, to.workspaceId, created))
  return { outcomes, isWanted }
}

async function courseOf(tx: Transaction, to: ContactOwner, asked: readonly Asked[]): Promise<Course[]> {
  const { workspaceId, projectId, environment } = to
  if (asked.length === 0) return []
  const fresh = new Map(asked.map((one) => [one.address, course(one, undefined, to)]))
  const rows = await insertOrLock(
    tx.sql,
    workspaceId,
    projectId,
    environment,
    JSON.stringify([...fresh.values()].flatMap(({ after }) => after ?? [])),
  )
  const found = new Map(rows.map((row) => [row.address, row]))
  const isNew = ({ address, id }: Asked) => found.get(address)?.id === id
  const created = asked.filter(isNew)
  const { surplus, max } =
    created.length === 0 ? { surplus: 0, max: 0 } : await surplusOfContacts(tx, workspaceId, created.length)
  const tooMany = new Set(created.slice(created.length - surplus))
  if (surplus > 0)
    await deleteSurplus(
      tx.sql,
      workspaceId,
      [...tooMany].map(({ id }) => id),
    )

  const courses = asked.map((one) => {
    if (tooMany.has(one)) return refusedCourse(one, ({ at }) => tooManyContacts(max, `${at}/email`))
    return (isNew(one) ? fresh.get(one.address) : undefined) ?? course(one, found.get(one.address), to)
  })
  const changed = courses
    .filter(({ after }, index) => !isNew(asked[index] as Asked) && after !== found.get(after?.address ?? ''))
    .flatMap(({ after }) => after ?? [])
  if (changed.length > 0) await changeLocked(tx.sql, workspaceId, JSON.stringify(changed))
  const isOut = (row: ContactRow | undefined) => (row?.unsubscribed_at ?? null) !== null
  const chosen = courses.flatMap(({ after }, index) => {
    const before = isNew(asked[index] as Asked) ? undefined : found.get(after?.address ?? '')
    return after === undefined || isOut(after) === isOut(before) ? [] : [optOutEntry(after)]
  })
  recordInLedger(tx.sql, ...chosen)
  return courses
}

/** Groups the items by address, in the order in which each address first appears. */
function askedOf(given: readonly GivenFields[]): ReadonlyMap<string, Asked> {
  const asked = new Map<string, Asked>()
  for (const [index, each] of given.entries()) {
    const address = foldAddress(each.fields.email)
    const known = asked.get(address)
    if (known === undefined) asked.set(address, { address, id: newUuid(), items: [{ ...each, index }] })
    else known.items.push({ ...each, index })
  }
  return asked
}

/**
 * Applies the items of one address to its contact.
 *
 * @param before the contact, locked; undefined if the address has none
 */
function course({ address, id, items }: Asked, before: ContactRow | undefined, to: ContactOwner): Course {
  const now = timeOf(id)
  const outcomes: [number, Upserted][] = []
  const events: [number, NewEvent][] = []
  let row = before
  for (const { index, at, fields } of items) {
    const known = row ?? newRow(id, address, to, now)
    const isOut = known.unsubscribed_at !== null
    const { name = known.name, unsubscribed = isOut } = fields
    const next: ContactRow = {
      ...known,
      email: normalizeAddress(fields.email),
      name,
      properties: withoutNulls({ ...known.properties, ...fields.properties }),
      unsubscribed_at: unsubscribed ? (known.unsubscribed_at ?? now) : null,
      updated_at: known.updated_at < now ? now : known.updated_at,
    }
    if (hasTooManyProperties(next)) {
      outcomes.push([index, tooManyProperties(`${at}/properties`)])
      continue
    }
    if (unsubscribed !== isOut) {
      const eventOf = unsubscribed ? optOutEvent : optBackInEvent
      events.push([index, eventOf(next, { source: 'api' })])
    }
    outcomes.push([index, { contact: next, created: row === undefined }])
    row = next
  }
  return { after: row, outcomes, events }
}

function newRow(
  id: Uuid,
  address: string,
  { workspaceId, projectId, environment }: ContactOwner,
  updatedAt: Date,
): ContactRow {
  return {
    workspace_id: workspaceId,
    id,
    project_id: projectId,
    environment,
    email: address,
    address,
    name: null,
    properties: {},
    unsubscribed_at: null,
    updated_at: updatedAt,
  }
}

function refusedCourse({ items }: Asked, errorOf: (item: GivenFields) => ApiError): Course {
  return { after: undefined, outcomes: items.map((item) => [item.index, errorOf(item)]), events: [] }
}

function inOrder<T>(found: readonly (readonly [index: number, value: T])[]): T[] {
  return [...found].sort(([one], [other]) => one - other).map(([, value]) => value)
}
