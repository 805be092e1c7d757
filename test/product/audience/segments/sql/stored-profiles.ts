import type { Knex } from 'knex'
import { fromTypeId, newUuid, type Uuid, type WorkspaceId } from '../../../../../server/platform/db/ids.js'
import { mailRow } from '../../../inbound/replies/rows.js'
import { topicDefaults, type Profile, type Visitor } from './evaluator.js'

/** An id of this time, unlike all others. */
function idAt(ms: number): Uuid {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${newUuid().slice(15)}`
}

/** The row of all opens, or all clicks, of a recipient. */
export function engagementRow(
  workspaceId: WorkspaceId,
  logId: Uuid,
  kind: 'open' | 'click',
  by: Visitor,
): object {
  const of = { workspace_id: workspaceId, log_id: logId, kind, position: -1, machine: by === 'machine' }
  return { ...of, times: 1, first_at: new Date(0), last_at: new Date(0) }
}

/**
 * Stores profiles as contacts of a project.
 *
 * @returns their ids, in the same order
 */
export async function storeProfiles(
  db: Knex,
  { workspaceId, projectId }: { readonly workspaceId: WorkspaceId; readonly projectId: Uuid },
  profiles: readonly Profile[],
): Promise<Uuid[]> {
  const stored = profiles.map((profile) => ({ profile, id: idAt(profile.createdMs) }))
  const common = { workspace_id: workspaceId, environment: 'live' }
  const insert = async (table: string, rows: object[]) => {
    if (rows.length > 0) await db(table).insert(rows)
  }
  await insert(
    'contacts',
    stored.map(({ profile: { address, name, properties, unsubscribed }, id }) => ({
      ...common,
      ...{ id, project_id: projectId, email: address, address, name },
      properties: JSON.stringify(properties),
      unsubscribed_at: unsubscribed ? new Date(0) : null,
    })),
  )
  await insert(
    'contact_events',
    stored.flatMap(({ profile, id }) =>
      profile.events.map(({ name, atMs, properties }) => ({
        ...{ workspace_id: workspaceId, contact_id: id, id: newUuid(), name, at: new Date(atMs) },
        properties: JSON.stringify(properties),
      })),
    ),
  )
  const logs = stored.flatMap(({ profile: { address, messages } }) =>
    messages.map((message) => ({ ...message, address, id: idAt(message.ms) })),
  )
  await insert(
    'message_logs',
    logs.map(({ id, address, status, delivered, complained, campaign, ownProject }) => ({
      ...common,
      ...{ id, message_id: newUuid(), project_id: ownProject ? projectId : newUuid() },
      ...{ recipient: address, address, status, updated_at: new Date(0) },
      delivered_at: delivered ? new Date(0) : null,
      complained_at: complained ? new Date(0) : null,
      campaign_id: campaign === null ? null : fromTypeId('cmp', campaign),
    })),
  )
  await insert(
    'engagements',
    logs.flatMap(({ id, opened, clicked }) => [
      ...opened.map((by) => engagementRow(workspaceId, id, 'open', by)),
      ...clicked.map((by) => engagementRow(workspaceId, id, 'click', by)),
    ]),
  )
  const mails = stored.flatMap(({ profile, id }) =>
    profile.mails.map((mail) => ({ ...mail, contactId: id, answered: newUuid() })),
  )
  await insert(
    'inbound_messages',
    mails.map(({ answers, match, authenticated, dmarc, automatic, ms, expiresMs, contactId, answered }) =>
      mailRow(
        { workspaceId, projectId },
        {
          ...{ id: idAt(ms), contact_id: contactId, automatic, expires_at: new Date(expiresMs) },
          ...{ reply_message_id: answers ? answered : null, reply_match: answers ? match : null },
          metadata: JSON.stringify({
            auth: { ...(authenticated !== null && { authenticated }), dmarc: { result: dmarc } },
          }),
        },
      ),
    ),
  )
  await insert(
    'messages',
    mails.flatMap(({ campaign, answered }) =>
      campaign === null
        ? []
        : {
            ...common,
            ...{ id: answered, project_id: projectId, from_email: '', subject: '' },
            campaign_id: fromTypeId('cmp', campaign),
          },
    ),
  )
  await insert(
    'subscriptions',
    stored.flatMap(({ profile: { address, subscriptions }, id }) =>
      Object.entries(subscriptions).map(([list, status]) => ({
        ...common,
        ...{ id: newUuid(), list_id: fromTypeId('lst', list), project_id: projectId, contact_id: id },
        ...{ email: address, address, status, round_started_at: new Date(0), requested_at: new Date(0) },
      })),
    ),
  )
  await insert(
    'topics',
    Object.entries(topicDefaults).map(([key, preset]) => ({
      ...{ ...common, id: newUuid(), project_id: projectId, key, name: key },
      default_subscribed: preset === 'subscribed',
    })),
  )
  await insert(
    'topic_consents',
    stored.flatMap(({ profile: { choices }, id }) =>
      choices.map(({ topic, action }, index) => ({
        ...{ workspace_id: workspaceId, contact_id: id, id: idAt(index), project_id: projectId },
        ...{ topic, action, at: new Date(index) },
      })),
    ),
  )
  return stored.map(({ id }) => id)
}
