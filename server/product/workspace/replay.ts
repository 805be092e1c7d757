import { endLinks, linksEndOf, type LinksEndedBy } from '../../platform/db/ended-links.js'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import { replayEach, replayPart, type ReplayPart } from '../../platform/ledger/replay-part.js'
import { archiveWorkspace } from './deletion/archive.js'
import { haltSending, type HaltReason } from './halting/halting.js'
import { deleteUserRows } from './users/change.js'

/** Replays the ledger's records of workspaces, their keys and their users into a restored database. */

const revokeKey = statement<[workspaceId: WorkspaceId, id: Uuid, at: string], { id: Uuid }>(
  'replay_revoked_key',
  `update api_keys set revoked_at = $3 where workspace_id = $1 and id = $2 and revoked_at is null returning id`,
)

/**
 * Narrows a key as a line of the ledger says. A key only ever loses rights, so if the database has fewer than the
 * line, it has a later state, which stays. A line of another ledger, or from before the backup, gives no rights back.
 */
const narrowKey = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    scopes: readonly string[],
    environment: string | null,
    ipCidrs: readonly string[],
    senderDomains: readonly string[],
    expiresAt: string | null,
  ],
  { id: Uuid }
>(
  'replay_narrowed_key',
  `update api_keys set scopes = $3, environment = $4, ip_cidrs = $5, sender_domains = $6, expires_at = $7
   where workspace_id = $1 and id = $2 and not (
     scopes <@ $3::text[] and ($4::text is null or environment is not distinct from $4)
     and (cardinality($5::text[]) = 0 or (cardinality(ip_cidrs) > 0 and not exists (
       select from unnest(ip_cidrs) own where not exists (
         select from unnest($5::text[]) given where own::inet <<= given::inet))))
     and (cardinality($6::text[]) = 0 or (cardinality(sender_domains) > 0 and sender_domains <@ $6::text[]))
     and coalesce(expires_at, 'infinity') <= coalesce($7::timestamptz, 'infinity'))
   returning id`,
)

/** SQL: roles from the least to the most rights. */
const roles = "array['member', 'admin', 'owner']"

const lowerRole = statement<[workspaceId: WorkspaceId, id: Uuid, role: string], { id: Uuid }>(
  'replay_role',
  `update users set role = $3 where workspace_id = $1 and id = $2
     and array_position(${roles}, role) > array_position(${roles}, $3::text)
   returning id`,
)

const archiveProject = statement<[workspaceId: WorkspaceId, id: Uuid, at: string], { id: Uuid }>(
  'replay_archived_project',
  `update projects set archived_at = $3 where workspace_id = $1 and id = $2 and archived_at is null returning id`,
)

const selectState = statement<
  [workspaceId: WorkspaceId],
  { halted_at: Date | null; closed_at: Date | null; delete_at: Date | null }
>('select_state_to_replay', 'select halted_at, closed_at, delete_at from workspaces where id = $1')

/** Takes a deletion back, unless it was asked for after the line. */
const keepWorkspace = statement<[workspaceId: WorkspaceId, at: string], { id: Uuid }>(
  'replay_kept_workspace',
  `update workspaces set delete_at = null where id = $1 and delete_at is not null and closed_at <= $2::timestamptz
   returning id`,
)

export const workspaceReplays: readonly ReplayPart[] = [
  replayPart({
    kind: 'api_key_narrowed',
    title: 'API keys that lost rights',
    replay: (sql, lines) =>
      replayEach(lines, ({ ws, id, state }) =>
        narrowKey(
          sql,
          ws,
          id,
          state.scopes,
          state.environment,
          state.ip_cidrs,
          state.sender_domains,
          state.expires_at,
        ),
      ),
  }),
  replayPart({
    kind: 'api_key_revoked',
    title: 'revoked API keys',
    replay: (sql, lines) => replayEach(lines, ({ ws, id, at }) => revokeKey(sql, ws, id, at)),
  }),
  replayPart({
    kind: 'user_role',
    title: 'users whose role became lower',
    // A role that was lowered and raised again is not higher than in the last line.
    replay: (sql, lines) =>
      replayEach(
        lines.map(({ gives: _gives, ...line }) => line),
        ({ ws, id, state }) => lowerRole(sql, ws, id, state.role),
      ),
  }),
  replayPart({
    kind: 'user_removed',
    title: 'removed users',
    replay: (sql, lines) => replayEach(lines, ({ ws, id }) => deleteUserRows(sql, ws, id)),
  }),
  replayPart({
    kind: 'project_archived',
    title: 'archived projects',
    replay: (sql, lines) => replayEach(lines, ({ ws, id, at }) => archiveProject(sql, ws, id, at)),
  }),
  replayPart({
    kind: 'workspace_halted',
    title: 'halted workspaces',
    replay: (sql, lines) =>
      replayEach(lines, async ({ ws, state }) => {
        const [now] = await selectState(sql, ws)
        if (now === undefined || now.halted_at !== null) return false
        await haltSending(sql, ws, state.reason as HaltReason, state.note)
        return true
      }),
  }),
  replayPart({
    kind: 'workspace_links_ended',
    title: 'workspaces with disabled links',
    replay: (sql, lines) =>
      replayEach(lines, async ({ ws, state }) => {
        const reason = (await linksEndOf(sql, ws))?.reason
        await endLinks(sql, ws, state.reason as LinksEndedBy)
        return (await linksEndOf(sql, ws))?.reason !== reason
      }),
  }),
  replayPart({
    kind: 'workspace_closed',
    title: 'archived and deleted workspaces',
    replay: async (sql, lines) => {
      // The rows that a deletion takes cannot be restored, so a deletion that was taken back is not repeated.
      const kept = lines.filter(({ gives, state }) => gives === true || state.delete_at === null)
      let changed = 0
      for (const { ws = '', at } of kept) changed += (await keepWorkspace(sql, ws, at)).length
      const closed = await replayEach(lines, async ({ ws, state: { delete_at: at } }) => {
        const [now] = await selectState(sql, ws)
        if (now === undefined) return false
        const deleted = at !== null
        if (now.closed_at !== null && (!deleted || now.delete_at !== null)) return false
        await archiveWorkspace(sql, ws, { deleted, now: deleted && new Date(at) <= new Date() })
        return true
      })
      return { changed: changed + closed.changed }
    },
  }),
]
