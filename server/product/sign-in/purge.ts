import { dayMs } from '../../platform/db/retention.js'
import { workspacesWith } from '../../platform/db/statements/workspaces-with.js'
import { expiring, keptForMs, type PurgeTask } from '../../platform/scheduler/purge/task.js'

/** Time for which an ended link is kept, so that the audit log tells whose it was when somebody tries it again. */
const linksKeptFor = '1 day'

/** Deletes ended sessions and sign-in links: both are short, and each is found by its end. */
const endedSessions = expiring({
  table: 'sessions',
  workspaces: workspacesWith('sessions', 'expires_at'),
  keptUntil: keptForMs(0),
  name: 'delete_ended_sessions',
  sql: `with gone as (
     delete from sessions where workspace_id = $1 and id = any(array(
       select id from sessions where workspace_id = $1 and expires_at < now() order by expires_at limit $2))
     returning 1
   )`,
  rest: (_scope, max) => [max] as const,
})

const endedLinks = expiring({
  table: 'sign_in_links',
  workspaces: workspacesWith('sign_in_links', 'expires_at'),
  keptUntil: keptForMs(dayMs),
  name: 'delete_ended_sign_in_links',
  sql: `with gone as (
     delete from sign_in_links where workspace_id = $1 and token_hash = any(array(
       select token_hash from sign_in_links
       where workspace_id = $1 and expires_at < now() - interval '${linksKeptFor}' order by expires_at limit $2))
     returning 1
   )`,
  rest: (_scope, max) => [max] as const,
})

const endedAuthorizations = expiring({
  table: 'sign_in_authorizations',
  workspaces: workspacesWith('sign_in_authorizations', 'expires_at'),
  keptUntil: keptForMs(0),
  name: 'delete_ended_sign_in_authorizations',
  sql: `with gone as (
     delete from sign_in_authorizations where workspace_id = $1 and state_hash = any(array(
       select state_hash from sign_in_authorizations
       where workspace_id = $1 and expires_at < now() order by expires_at limit $2))
     returning 1
   )`,
  rest: (_scope, max) => [max] as const,
})

/** Deletes sessions, links and sign-ins by a provider that have ended. */
export const signInTasks: readonly PurgeTask[] = [endedSessions, endedLinks, endedAuthorizations]
