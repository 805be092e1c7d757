import { randomUUID } from 'node:crypto'
import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import { programCalls } from '../campaigns/program-calls.js'
import { bodyOf, type KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

/**
 * Ids of segments and campaigns for requests that are made from the contract, each of a new one of the live project. A
 * campaign has the status that its operation needs.
 *
 * @param service does not run campaigns, or they would change meanwhile
 * @param session of an admin
 */
export function programIds(
  service: Pick<TestService, 'sql' | 'url'>,
  { workspaceId, liveProject }: Tenant,
  session: string,
): KnownIds {
  const calls = programCalls(service.url, session, liveProject)
  /** A campaign that a process had begun to send. */
  const begun = async (status: 'sending' | 'paused' | 'sent') => {
    const id = await calls.draft()
    await service.sql.query(
      `update campaigns set status = $3, pause_reason = case when $3 = 'paused' then 'manual' end, phase = 'release',
         template_version = 1, scheduled_at = now(), started_at = now(), audience_total = 0, rules = '{}'
       where workspace_id = $1 and id = $2`,
      [workspaceId, fromTypeId('cmp', id), status],
    )
    return id
  }
  const made: Record<string, (() => Promise<string>) | undefined> = {
    unscheduleCampaign: () => calls.scheduled(),
    cancelCampaign: () => calls.scheduled(),
    pauseCampaign: () => begun('sending'),
    resumeCampaign: () => begun('paused'),
    retryCampaign: () => begun('sent'),
  }
  return {
    seg: () => calls.segment(),
    cmp: (operation = '') => (made[operation] ?? calls.draft)(),
    // A key names a contact with contacts:* alone.
    [bodyOf('previewCampaign')]: () => Promise.resolve('{}'),
    // A member sends live tests to users only. This one does nothing else.
    [bodyOf('testCampaign')]: async () => {
      const email = `${randomUUID()}@example.com`
      await service.sql.query(
        `insert into users (id, workspace_id, email, role) values ($1, $2, $3, 'member')`,
        [newUuid(), workspaceId, email],
      )
      return JSON.stringify({ to: [email] })
    },
  }
}
