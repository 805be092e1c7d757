import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'
import { DueScan, type DueScanLimits } from '../../../platform/queue/due-scan.js'
import { OneByOne } from '../../../platform/queue/one-by-one.js'

/** An enabled subscription that has something due. */
export interface DueSubscription {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  readonly url: string
  /** True if manual deliveries (tests and replays) are due. */
  readonly manual: boolean
  readonly others: boolean
}

/** A subscription that has something due, or one that is disabled or deleted and therefore has no URL. */
interface DueRow extends Omit<DueSubscription, 'url'> {
  readonly url: string | null
}

/** SQL: the URL of a subscription that is enabled. */
const activeUrl = (of: string, id: string) => `left join lateral (
     select url from webhook_subscriptions
     where workspace_id = ${of}.workspace_id and id = ${of}.${id} and enabled and deleted_at is null limit 1
   ) subscription on true`

/**
 * SQL: the due time in the form of the index of due times, which begins with the earliest time whatever the
 * subscription.
 */
const dueAt = `due_at at time zone 'UTC'`

const selectDue = (order: 'asc' | 'desc') =>
  gather<[max: number], DueRow>(
    `select_due_webhooks_${order}`,
    `select due.workspace_id as "workspaceId", due.webhook_id as id, url, manual, not manual as others
     from webhook_queue due ${activeUrl('due', 'webhook_id')}
     where ${dueAt} <= now() at time zone 'UTC' order by ${dueAt} ${order} limit $1`,
  )

const selectLongestDue = selectDue('asc')
const selectLatestDue = selectDue('desc')

/** SQL: the due time of a subscription's first due delivery. To ask whether any is due could read them all. */
const firstDueAt = (manual: boolean, workspace = 'owner.workspace_id', id = 'owner.owner_id') => `(
       select due_at from webhook_queue
       where workspace_id = ${workspace} and webhook_id = ${id} and manual = ${manual}
       order by due_at limit 1
     )`

/**
 * Walks from each subscription that has queued deliveries (platform/queue/owners.ts) to the next: other subscriptions
 * cost nothing, and many deliveries of one cost no more than one.
 */
const walkOwners = gather<[afterWorkspace: string, afterId: string, max: number], DueRow>(
  'walk_owners_of_webhooks',
  `select owner.workspace_id as "workspaceId", owner_id as id, url,
     coalesce(${firstDueAt(true)} <= now(), false) as manual,
     coalesce(${firstDueAt(false)} <= now(), false) as others
   from queue_owners owner ${activeUrl('owner', 'owner_id')}
   where queue = 'webhook' and (owner.workspace_id, owner_id) > ($1, $2)
   order by queue, owner.workspace_id, owner_id limit $3`,
)

/** Selects the due subscriptions of one workspace, which has 100 at most. */
const selectOfWorkspace = statement<[workspaceId: WorkspaceId], DueSubscription>(
  'select_due_subscriptions_of_workspace',
  `select workspace_id as "workspaceId", id, url,
     coalesce(${firstDueAt(true, '$1', 'subscription.id')} <= now(), false) as manual,
     coalesce(${firstDueAt(false, '$1', 'subscription.id')} <= now(), false) as others
   from webhook_subscriptions subscription
   where workspace_id = $1 and enabled and deleted_at is null`,
)

/** Returns a key by which subscriptions sort as in their index. */
export function keyOf({ workspaceId, id }: Pick<DueSubscription, 'workspaceId' | 'id'>): string {
  return `${workspaceId} ${id}`
}

/**
 * Finds the enabled subscriptions that have something due, sorted by workspace and id. While one of several machines
 * is away, the workspaces are queried one by one.
 */
export class DueSubscriptions {
  readonly #db: Knex
  readonly #oneByOne = new OneByOne()
  readonly #scan: DueScan<DueRow>

  constructor(db: Knex, limits?: DueScanLimits) {
    this.#db = db
    this.#scan = new DueScan<DueRow>(
      {
        longest: (max) => selectLongestDue(db, max),
        latest: (max) => selectLatestDue(db, max),
        walk: async (after, max) => {
          const [workspaceId = '', id = ''] = (after || `${nilUuid} ${nilUuid}`).split(' ')
          const walked = await walkOwners(db, workspaceId, id, max)
          const last = walked.at(-1)
          const due = walked.filter(({ url, manual, others }) => url !== null && (manual || others))
          return { due, end: walked.length === max && last !== undefined ? keyOf(last) : undefined }
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

  /**
   * Finds the due subscriptions.
   *
   * @param lastServed key of the subscription that had its turn last, or an empty string
   */
  async find(lastServed: string): Promise<DueSubscription[]> {
    const found = await this.#oneByOne.ask<DueRow>(
      this.#db,
      () => this.#scan.find(lastServed),
      (workspaceId) => selectOfWorkspace(this.#db, workspaceId),
    )
    return found
      .flatMap(({ workspaceId, id, url, manual, others }) =>
        url === null || !(manual || others) ? [] : [{ workspaceId, id, url, manual, others }],
      )
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  }
}
