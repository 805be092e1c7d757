import type pg from 'pg'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'

/** Campaigns and their mail as rows, written past the API and past the workers that send. */

export interface CampaignFields {
  readonly status?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  readonly environment?: 'live' | 'test'
  readonly completedAt?: Date
}

/** A campaign of a template that nobody has: nothing renders it. */
export async function insertCampaign(
  sql: pg.Pool | pg.Client,
  workspaceId: WorkspaceId,
  projectId: Uuid,
  { status = 'sending', environment = 'live', completedAt }: CampaignFields = {},
): Promise<Uuid> {
  const id = newUuid()
  await sql.query(
    `insert into campaigns (workspace_id, id, project_id, environment, name, status, template_id, due_at,
       scheduled_at, completed_at)
     values ($1, $2, $3, $4, 'Spring sale', $5, $6,
       case when $5 in ('scheduled', 'sending') then now() + interval '1 hour' end, now(), $7)`,
    [workspaceId, id, projectId, environment, status, newUuid(), completedAt ?? null],
  )
  return id
}

export interface CampaignMail {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
  readonly campaignId: Uuid
  readonly contactId: Uuid
  readonly email: string
  /** Queued mail has a row in the queue. */
  readonly status?: 'queued' | 'delivered' | 'bounced'
  /** True if the mail's campaign is paused, so that its row in the queue waits. */
  readonly paused?: boolean
  /** When it was accepted; now where it is absent. */
  readonly messageId?: Uuid
}

/** One recipient of a campaign with their mail. */
export async function insertCampaignMail(
  sql: pg.Pool | pg.Client,
  mail: CampaignMail,
): Promise<{ messageId: Uuid; logId: Uuid }> {
  const { workspaceId, projectId, campaignId, contactId, email, status = 'queued', paused = false } = mail
  const { messageId = newUuid() } = mail
  const logId = newUuid()
  const destination = email.slice(email.indexOf('@') + 1)
  const ids = [workspaceId, messageId, projectId, campaignId]
  await sql.query(
    `insert into messages (workspace_id, id, project_id, environment, from_email, subject, campaign_id)
     values ($1, $2, $3, 'live', 'news@shop.example', 'Hello Ada', $4)`,
    ids,
  )
  await sql.query(
    `insert into message_contents (workspace_id, message_id, text, render_input)
     values ($1, $2, null, $3)`,
    [workspaceId, messageId, { values: { code: 'SPRING' }, contact: { email, name: 'Ada' }, locale: null }],
  )
  await sql.query(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       updated_at, campaign_id, destination)
     values ($1, $5, $2, $3, 'live', $6, lower($6), $7, now(), $4, $8)`,
    [...ids, logId, email, status, destination],
  )
  await sql.query(
    `insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, log_id)
     values ($1, $2, $3, 'released', $4)`,
    [workspaceId, campaignId, contactId, logId],
  )
  if (status === 'queued')
    await sql.query(
      `insert into delivery_queue (workspace_id, log_id, message_id, destination, bulk, campaign_id, due_at,
         paused_due_at)
       values ($1, $2, $3, $4, true, $5, case when $6 then 'infinity' else now() end, case when $6 then now() end)`,
      [workspaceId, logId, messageId, destination, campaignId, paused],
    )
  return { messageId, logId }
}

/** Returns a campaign's counts, summed over all hours and processes. */
export async function campaignFigures(
  sql: pg.Pool | pg.Client,
  campaignId: Uuid,
): Promise<Record<'delivered' | 'bounced' | 'failed' | 'complained' | 'unsubscribed', number>> {
  const { rows } = await sql.query(
    `select coalesce(sum(delivered), 0)::integer as delivered, coalesce(sum(bounced), 0)::integer as bounced,
       coalesce(sum(failed), 0)::integer as failed, coalesce(sum(complained), 0)::integer as complained,
       coalesce(sum(unsubscribed), 0)::integer as unsubscribed
     from campaign_hours where campaign_id = $1`,
    [campaignId],
  )
  return rows[0]
}
