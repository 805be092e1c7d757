import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { credentialIdOf, type Visibility, visibilityOf } from '../auth/principal.js'
import { fromTypeId, minUuidAt, type Uuid } from '../db/ids.js'
import { searchPage, type BoundedSearch } from '../http/lists/bounded-walk.js'
import { ApiError } from '../http/errors/api-error.js'
import { exportRows, jsonCell, pagesOfList, type ExportColumn } from '../http/lists/export-rows.js'
import type { Handlers } from '../http/operation/handler.js'
import {
  presentPage,
  type Page,
  type TimeWindow,
  type WindowQuery,
  clampWindow,
  presentWindow,
} from '../http/lists/pagination.js'
import type { RetentionStart } from '../db/retention.js'
import { narrowedTo, visibleTo } from '../http/access/visible.js'
import { eventConditions, followedBy, type EventFilters } from './event-conditions.js'
import { followEvents } from './follow/follow.js'
import type { EventWaiters } from './follow/waiters.js'
import type { EventRow, PresentedEvent } from './present-event.js'
import { eventsShownTo } from './shown-event.js'

type EventsQuery = WindowQuery & EventFilters

/** Returns a page of events. */
export async function listEvents(
  db: Knex,
  visibility: Visibility,
  query: EventsQuery,
  { window, present }: { readonly window: TimeWindow; readonly present: (row: EventRow) => PresentedEvent },
): Promise<Page<PresentedEvent>> {
  const visible = narrowedTo(visibility, query)
  const search: BoundedSearch = {
    workspaceId: visible.workspaceId,
    table: 'events',
    alias: 'event',
    conditions: eventConditions(visible, query),
    columns: 'event.*',
  }
  const found = await searchPage<EventRow>(db, search, query, window)
  return presentPage(found, (shown) => shown.map(present))
}

/** Returns one event, or undefined if there is none that this credential sees and that is still retained. */
export async function findEvent(
  db: Knex,
  visibility: Visibility,
  id: Uuid,
  retainedSince: Date,
): Promise<EventRow | undefined> {
  if (id < minUuidAt(retainedSince)) return undefined
  const select: Knex.QueryBuilder<EventRow, EventRow[]> = visibleTo(db<EventRow>('events'), visibility)
  return select.where('id', id).first()
}

const eventColumns: readonly ExportColumn<PresentedEvent>[] = [
  ['id', ({ id }) => id],
  ['type', ({ type }) => type],
  ['created_at', ({ created_at: at }) => at],
  ['project_id', ({ project_id: id }) => id],
  ['environment', ({ environment }) => environment],
  ['data', ({ data }) => jsonCell(data)],
]

export function eventHandlers(retention: RetentionStart, waiters: EventWaiters) {
  return {
    listEvents: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listEvents(db, visibilityOf(principal), query, {
        window,
        present: eventsShownTo(principal),
      })
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },

    exportEvents: async ({ principal, query, accepts, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const present = eventsShownTo(principal)
      const pages = pagesOfList((page) =>
        listEvents(db, visibilityOf(principal), { ...query, ...page }, { window, present }),
      )
      return { status: 200, contentType: accepts, stream: exportRows(pages, eventColumns, accepts) }
    },

    followEvents: async ({ principal, query, db, onDisconnect, reauthenticate }) => {
      const retainedSince = await retention(principal.workspaceId)
      const window = clampWindow(query, retainedSince)
      const visibility = visibilityOf(principal)
      const followed = {
        // If the credential sees nothing of the project, no event is found.
        visibility: narrowedTo(visibility, query),
        ...followedBy(query),
        retainedSince,
      }
      const isPermitted = async () => isDeepStrictEqual(visibilityOf(await reauthenticate()), visibility)
      const follower = { credentialId: credentialIdOf(principal), isPermitted, onDisconnect }
      const { rows, ...page } = await followEvents(db, waiters, followed, { query, window, follower })
      return {
        status: 200,
        body: { data: rows.map(eventsShownTo(principal)), ...page, window: presentWindow(window) },
      }
    },

    retrieveEvent: async ({ principal, path, db }) => {
      const retainedSince = await retention(principal.workspaceId)
      const event = await findEvent(db, visibilityOf(principal), fromTypeId('evt', path.id), retainedSince)
      if (event === undefined)
        throw new ApiError('not_found', 'No such event, or it is past the retention window.')
      return { status: 200, body: eventsShownTo(principal)(event) }
    },
  } satisfies Partial<Handlers>
}
