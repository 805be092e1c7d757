import { endLinks, linksEndOf, type LinksEndedBy } from '../../platform/db/ended-links.js'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statement.js'
import { replayEach, replayPart, type ReplayPart } from '../../platform/ledger/replay-part.js'
import { archiveWorkspace } from './deletion/archive.js'
import { haltSending, type HaltReason } from './halting/halting.js'
import { deleteUserRows } from './users/change.js'

/** What a restored database is told again of workspaces, their keys and their users. */

const revokeKey = statement<[workspaceId: WorkspaceId, id: Uuid, at: string], { id: Uuid }>(
  'replay_revoked_key',
  `update api_keys set revoked_at = $3 where workspace_id = $1 and id = $2 and revoked_at is null returning id`,
)

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
   where workspace_id = $1 and id = $2 and (scopes, environment, ip_cidrs, sender_domains, expires_at)
     is distinct from ($3::text[], $4::text, $5::text[], $6::text[], $7::timestamptz)
   returning id`,
)

const setRole = statement<[workspaceId: WorkspaceId, id: Uuid, role: string], { id: Uuid }>(
  'replay_role',
  'update users set role = $3 where workspace_id = $1 and id = $2 and role <> $3 returning id',
)

const archiveProject = statement<[workspaceId: WorkspaceId, id: Uuid, at: string], { id: Uuid }>(
  'replay_archived_project',
  `update projects set archived_at = $3 where workspace_id = $1 and id = $2 and archived_at is null returning id`,
)

const selectState = statement<
  [workspaceId: WorkspaceId],
  { halted_at: Date | null; closed_at: Date | null; delete_at: Date | null }
>('select_state_to_replay', 'select halted_at, closed_at, delete_at from workspaces where id = $1')

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
    title: 'roles of users',
    replay: (sql, lines) => replayEach(lines, ({ ws, id, state }) => setRole(sql, ws, id, state.role)),
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
    title: 'workspaces whose links ended',
    replay: (sql, lines) =>
      replayEach(lines, async ({ ws, state }) => {
        if ((await linksEndOf(sql, ws)) !== undefined) return false
        await endLinks(sql, ws, state.reason as LinksEndedBy)
        return true
      }),
  }),
  replayPart({
    kind: 'workspace_closed',
    title: 'archived and deleted workspaces',
    replay: (sql, lines) =>
      replayEach(lines, async ({ ws, state: { delete_at: at } }) => {
        const [now] = await selectState(sql, ws)
        if (now === undefined) return false
        const deleted = at !== null
        if (now.closed_at !== null && (!deleted || now.delete_at !== null)) return false
        await archiveWorkspace(sql, ws, { deleted, now: deleted && new Date(at) <= new Date() })
        return true
      }),
  }),
]
