import { firstIdAfter, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import { replayEach, replayPart, type ReplayPart } from '../../platform/ledger/replay-part.js'
import { deletePasskey } from './passkeys/passkey-rows.js'
import { subjectOfClient } from './provider/recorded.js'
import { deleteProvider, findProvider } from './provider/provider-rows.js'

/** Replays the ledger's records of sessions, passkeys and identity providers into a restored database. */

const endSession = statement<[workspaceId: WorkspaceId, id: Uuid, at: string], { id: Uuid }>(
  'replay_ended_session',
  `update sessions set revoked_at = $3 where workspace_id = $1 and id = $2 and revoked_at is null returning id`,
)

/** Ends the sessions of a user. A session that began later, which has a greater id, is not affected. */
const endSessionsOf = statement<
  [workspaceId: WorkspaceId, userId: Uuid, at: string, before: Uuid],
  { id: Uuid }
>(
  'replay_ended_sessions_of_user',
  `update sessions set revoked_at = $3
   where workspace_id = $1 and user_id = $2 and id < $4 and revoked_at is null returning id`,
)

const removeDomain = statement<[workspaceId: WorkspaceId, domain: string], { domain: string }>(
  'replay_removed_identity_domain',
  'delete from identity_domains where workspace_id = $1 and domain = $2 returning domain',
)

export const signInReplays: readonly ReplayPart[] = [
  replayPart({
    kind: 'session_ended',
    title: 'ended sessions',
    replay: (sql, lines) => replayEach(lines, ({ ws, id, at }) => endSession(sql, ws, id, at)),
  }),
  replayPart({
    kind: 'user_sessions_ended',
    title: 'users whose sessions ended',
    replay: (sql, lines) =>
      replayEach(lines, ({ ws, id, at }) => endSessionsOf(sql, ws, id, at, firstIdAfter(at))),
  }),
  replayPart({
    kind: 'all_sessions_ended',
    title: 'ends of all sessions, when the secret was rotated',
    replay: (sql, lines) =>
      replayEach(lines, ({ at }) =>
        sql<{ id: Uuid; revoked_at: Date | string | null }>('sessions')
          .whereNull('revoked_at')
          .where('id', '<', firstIdAfter(at))
          .update({ revoked_at: at })
          .returning('id'),
      ),
  }),
  replayPart({
    kind: 'passkey_removed',
    title: 'removed passkeys',
    replay: (sql, lines) => replayEach(lines, ({ ws, id }) => deletePasskey(sql, ws, id)),
  }),
  replayPart({
    kind: 'identity_provider_deleted',
    title: 'identity providers that workspaces left',
    replay: (sql, lines) =>
      replayEach(lines, async ({ ws, id }) => {
        const found = await findProvider(sql, ws)
        if (found === undefined || subjectOfClient(found) !== id) return false
        return deleteProvider(sql, ws)
      }),
  }),
  replayPart({
    kind: 'identity_domain_removed',
    title: 'domains of identity providers that workspaces removed',
    replay: (sql, lines) => replayEach(lines, ({ ws, id }) => removeDomain(sql, ws, id)),
  }),
]
