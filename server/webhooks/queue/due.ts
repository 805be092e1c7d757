import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { gather } from '../../db/statement.js'
import { DueScan, type DueScanLimits } from '../../queue/due-scan.js'

/** A subscription that has something due, and may have it sent. */
export interface DueSubscription {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  readonly url: string
  /** Whether manual deliveries, of tests and replays, are among it. */
  readonly manual: boolean
  readonly others: boolean
}

/** The same, or one that is disabled or deleted: it has no URL. */
interface DueRow extends Omit<DueSubscription, 'url'> {
  readonly url: string | null
}

/** SQL: the URL of a subscription that is enabled. */
const activeUrl = (of: string) => `left join lateral (
     select url from webhook_subscriptions
     where workspace_id = ${of}.workspace_id and id = ${of}.webhook_id and enabled and deleted_at is null limit 1
   ) subscription on true`

/** As the index of due times has it, which begins with what is due whatever the subscription. */
const dueAt = `due_at at time zone 'UTC'`

const selectDue = (order: 'asc' | 'desc') =>
  gather<[max: number], DueRow>(
    `select_due_webhooks_${order}`,
    `select due.workspace_id as "workspaceId", due.webhook_id as id, url, manual, not manual as others
     from (
       select workspace_id, webhook_id, manual from webhook_queue
       where ${dueAt} <= now() at time zone 'UTC' order by ${dueAt} ${order} limit $1
     ) due ${activeUrl('due')}`,
  )

const selectLongestDue = selectDue('asc')
const selectLatestDue = selectDue('desc')

/** SQL: whether the delivery that is due first is due. To ask whether any is could read the whole queue. */
const isDue = (manual: boolean) => `coalesce((
         select due_at from webhook_queue
         where workspace_id = waiting.workspace_id and webhook_id = waiting.webhook_id and manual = ${manual}
         order by due_at limit 1
       ) <= now(), false)`

/**
 * A loose index scan, from each subscription that anything waits for straight to the next one: to have many
 * subscriptions costs nothing, nor do many deliveries of one. The last one walked is among the rows in any case.
 */
const walkWaiting = gather<
  [afterWorkspace: string, afterId: string, max: number],
  DueRow & { place: number }
>(
  'walk_waiting_subscriptions',
  `with recursive waiting (workspace_id, webhook_id, place) as (
     (select workspace_id, webhook_id, 1 from webhook_queue where (workspace_id, webhook_id) > ($1, $2)
      order by workspace_id, webhook_id limit 1)
     union all
     select next.workspace_id, next.webhook_id, waiting.place + 1 from waiting cross join lateral (
       select workspace_id, webhook_id from webhook_queue
       where (workspace_id, webhook_id) > (waiting.workspace_id, waiting.webhook_id)
       order by workspace_id, webhook_id limit 1
     ) next
     where waiting.place < $3
   )
   select waiting.workspace_id as "workspaceId", waiting.webhook_id as id, url, due.manual, due.others, place
   from waiting cross join lateral (
     select ${isDue(true)} as manual, ${isDue(false)} as others
   ) due ${activeUrl('waiting')}
   where (url is not null and (due.manual or due.others)) or place = $3
   order by waiting.workspace_id, waiting.webhook_id`,
)

/** Orders subscriptions as their index does. */
export function keyOf({ workspaceId, id }: Pick<DueSubscription, 'workspaceId' | 'id'>): string {
  return `${workspaceId} ${id}`
}

/** Finds the subscriptions that have something due and are enabled, sorted by workspace and id. */
export class DueSubscriptions {
  readonly #scan: DueScan<DueRow>

  constructor(db: Knex, limits?: DueScanLimits) {
    this.#scan = new DueScan<DueRow>(
      {
        longest: (max) => selectLongestDue(db, max),
        latest: (max) => selectLatestDue(db, max),
        walk: async (after, max) => {
          const [workspaceId = '', id = ''] = (after || `${nilUuid} ${nilUuid}`).split(' ')
          const walked = await walkWaiting(db, workspaceId, id, max)
          const last = walked.at(-1)
          const due = walked.filter(({ manual, others }) => manual || others)
          return { due, end: last?.place === max ? keyOf(last) : undefined }
        },
        keyOf,
        merge: (one, other) => ({
          ...one,
          manual: one.manual || other.manual,
          others: one.others || other.others,
        }),
      },
      limits,
    )
  }

  /** @param lastServed the key of the subscription that had its turn last, or an empty string */
  async find(lastServed: string): Promise<DueSubscription[]> {
    const found = await this.#scan.find(lastServed)
    const active = found.flatMap(({ workspaceId, id, url, manual, others }) =>
      url === null ? [] : [{ workspaceId, id, url, manual, others }],
    )
    return active.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  }
}
