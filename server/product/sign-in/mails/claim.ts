import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import type { ClaimedMail } from './queue.js'
import type { ClaimRoom } from './room.js'

/** Largest number of pairs of a workspace and a destination that one claim passes over. */
const maxVisits = 1000

/** SQL: whether a pair that the scan has reached is usable. */
const looked = `
  cross join lateral (
    select coalesce(($5::jsonb ->> here.destination)::integer, $4::integer) as free,
      coalesce(($7::jsonb ->> here.workspace_id::text)::integer, $6::integer) as of_workspace
  ) room
  cross join lateral (
    select room.free > 0 and room.of_workspace > 0 and (
      select due_at from sign_in_mails
      where (workspace_id, destination) >= (here.workspace_id, here.destination)
      order by workspace_id, destination, due_at limit 1
    ) <= now() as usable
  ) is_it`

/**
 * Claims rows by a loose index scan over the pairs of a workspace and a destination, from $8 and $9 on. The scan goes
 * from each pair straight to the next one, and from a workspace that has its share to the next workspace, so that
 * neither hides others however many rows it has. Rows are compared as wholes so that only the index by destination
 * can serve the scan: the planner's knowledge of a queue's size is old.
 */
const claimRows = serviceStatement<
  [
    lease: Uuid,
    leaseSeconds: number,
    max: number,
    ofDestination: number,
    destinations: string,
    ofWorkspace: number,
    workspaces: string,
    afterWorkspace: Uuid,
    afterDestination: string,
    lastWorkspace: WorkspaceId,
  ],
  (ClaimedMail | { id: null }) & { endWorkspace: WorkspaceId | null; endDestination: string | null }
>(
  'claim_due_sign_in_mails',
  `with recursive visited (workspace_id, destination, visit, free, of_workspace, usable, in_workspace, found) as (
     select here.workspace_id, here.destination, 1, room.free, room.of_workspace, is_it.usable,
       is_it.usable::integer, is_it.usable::integer
     from (
       select workspace_id, destination from sign_in_mails where (workspace_id, destination) > ($8, $9)
       order by workspace_id, destination, due_at limit 1
     ) here ${looked}
     where here.workspace_id <= $10
     union all
     select here.workspace_id, here.destination, visited.visit + 1, room.free, room.of_workspace, is_it.usable,
       case when here.workspace_id = visited.workspace_id then visited.in_workspace else 0 end
         + is_it.usable::integer,
       visited.found + is_it.usable::integer
     from visited cross join lateral (
       select workspace_id, destination from sign_in_mails
       where (workspace_id, destination) > (visited.workspace_id,
         case when visited.in_workspace >= visited.of_workspace then '~' else visited.destination end)
       order by workspace_id, destination, due_at limit 1
     ) here ${looked}
     where here.workspace_id <= $10 and visited.visit < ${maxVisits} and visited.found < $3
   ), turn as (
     select * from visited where usable
   ), share as (
     select ceil($3::numeric / greatest(count(*), 1))::bigint as max from turn
   ), placed as (
     select due.row, turn.workspace_id, turn.destination, turn.visit, turn.free, turn.of_workspace,
       row_number() over (partition by turn.visit order by due.due_at) as place
     from turn cross join share cross join lateral (
       select ctid as row, due_at from sign_in_mails
       where (workspace_id, destination, due_at) >= (turn.workspace_id, turn.destination, '-infinity')
         and (workspace_id, destination, due_at) <= (turn.workspace_id, turn.destination, now())
       order by workspace_id, destination, due_at limit least(turn.free, share.max)
     ) due
   ), of_destination as (
     select *, row_number() over (partition by destination order by place, visit) as number from placed
   ), of_workspace as (
     select row, place, visit, of_workspace as max,
       row_number() over (partition by workspace_id order by place, visit) as number
     from of_destination where number <= free
   ), chosen as (
     select row from of_workspace where number <= max order by place, visit limit $3
   ), claimed as (
     update sign_in_mails set lease = $1, due_at = now() + make_interval(secs => $2), attempts = attempts + 1
     where ctid = any(array(
       select ctid from sign_in_mails where ctid = any(array(select row from chosen)) and due_at <= now()
       for no key update skip locked
     ))
     returning workspace_id as "workspaceId", id, lease, attempts, sealed, destination
   )
   select claimed.*, reached.workspace_id as "endWorkspace", reached.destination as "endDestination"
   from (select) nothing
   left join (
     select workspace_id, destination from visited where found >= $3 or visit = ${maxVisits}
     order by visit desc limit 1
   ) reached on true
   left join claimed on true`,
)

/** A place in the index: behind a destination of a workspace. */
interface Place {
  readonly workspaceId: WorkspaceId
  readonly destination: string
}

/** Claims due mails of some workspaces for a worker: from each destination of each workspace in turn. */
class DueMails {
  readonly #first: Place
  readonly #lastWorkspace: WorkspaceId
  #after: Place | undefined

  constructor(first: Place, lastWorkspace: WorkspaceId) {
    this.#first = first
    this.#lastWorkspace = lastWorkspace
  }

  /**
   * Claims mails.
   *
   * @returns the claimed mails, and whether there may be more that may go now
   */
  async claim(
    db: Knex,
    room: ClaimRoom,
    {
      lease,
      leaseSeconds,
      max,
    }: { readonly lease: Uuid; readonly leaseSeconds: number; readonly max: number },
  ) {
    const began = this.#after
    const { workspaceId, destination } = began ?? this.#first
    const rows = await claimRows(
      db,
      lease,
      leaseSeconds,
      max,
      room.ofDestination,
      JSON.stringify(Object.fromEntries(room.destinations)),
      // Strangers' requests belong to no workspace.
      this.#lastWorkspace === nilUuid ? max : room.ofWorkspace,
      JSON.stringify(Object.fromEntries(room.workspaces)),
      workspaceId,
      destination,
      this.#lastWorkspace,
    )
    const end = rows[0]
    this.#after =
      end?.endWorkspace == null || end.endDestination === null
        ? undefined
        : { workspaceId: end.endWorkspace, destination: end.endDestination }
    const claimed = rows.filter((row) => row.id !== null)
    // The scan did not see the mails ahead of the place where it began.
    return { claimed, more: claimed.length > 0 || (began !== undefined && this.#after === undefined) }
  }
}

const anyDue = serviceStatement<[], { due: boolean }>(
  'find_due_sign_in_mail',
  'select (select due_at from sign_in_mails order by due_at limit 1) <= now() as due',
)

export interface ClaimOptions {
  readonly lease: Uuid
  readonly leaseSeconds: number
  /** Returns how many more mails the worker may have in flight. */
  readonly free: () => number
  readonly room: () => ClaimRoom
  /** Starts to send a claimed mail, so that it counts in the next claim. */
  readonly begin: (mail: ClaimedMail) => void
}

/**
 * Claims due mails. Half of each claim goes to requested mails and half to invitations, so that neither holds up the
 * other.
 */
export class SignInClaimer {
  readonly #requested = new DueMails({ workspaceId: nilUuid, destination: '' }, nilUuid)
  readonly #invitations = new DueMails(
    { workspaceId: nilUuid, destination: '~' },
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  )
  /** Kind of mail that goes first in this claim: it gets the odd place. */
  #first = this.#requested

  /**
   * Claims mails and begins to send them.
   *
   * @returns whether to poll again at once, because more may be allowed to go now
   */
  async claim(db: Knex, { lease, leaseSeconds, free, room, begin }: ClaimOptions): Promise<boolean> {
    const [found] = await anyDue(db)
    if (found?.due !== true) return false
    const first = this.#first
    const second = first === this.#requested ? this.#invitations : this.#requested
    this.#first = second
    let again = false
    for (const [turns, max] of [
      [first, Math.ceil(free() / 2)],
      [second, undefined],
    ] as const) {
      const most = max ?? free()
      if (most <= 0) continue
      const { claimed, more } = await turns.claim(db, room(), { lease, leaseSeconds, max: most })
      for (const mail of claimed) begin(mail)
      again ||= more
    }
    return again && free() > 0
  }
}
