import { fromTypeId, toTypeId } from '../../../server/platform/db/ids.js'
import { insertRun } from '../automations/automation-rows.js'
import { automationOf, automationsBy } from '../automations/automations-by-session.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

/**
 * Ids of automations and of runs for requests that are made from the contract, of the live project. An automation has
 * the status that its operation needs, and is a new one each time; all runs are of one other.
 *
 * @param service does not run automations, or they would change meanwhile
 * @param session of an admin
 * @param contact a new contact of the project
 */
export function automationIds(
  service: Pick<TestService, 'sql' | 'url'>,
  { workspaceId, liveProject }: Tenant,
  session: string,
  contact: () => string | Promise<string>,
): Required<Pick<KnownIds, 'aut' | 'run'>> {
  const automations = automationsBy(service.url, session)
  const fields = automationOf(liveProject)
  let one: Promise<string> | undefined
  const withRuns = () => (one ??= automations.published(fields))
  const made: Record<string, (() => Promise<string>) | undefined> = {
    pauseAutomation: () => automations.published(fields),
    resumeAutomation: () => automations.paused(fields),
    triggerAutomation: withRuns,
    retrieveAutomationRun: withRuns,
    cancelAutomationRun: withRuns,
    retryAutomationRun: withRuns,
  }
  return {
    aut: (operation = '') => made[operation]?.() ?? automations.draft(fields),
    run: async (operation = '') => {
      const failed = { status: 'failed', ended_at: new Date(), error_code: 'internal_error' }
      const of = {
        workspaceId,
        projectId: fromTypeId('prj', liveProject),
        automationId: fromTypeId('aut', await withRuns()),
      }
      const id = await insertRun(service.sql, of, {
        environment: 'live',
        contact_id: fromTypeId('con', await contact()),
        ...(operation === 'retryAutomationRun' && failed),
      })
      return toTypeId('run', id)
    },
  }
}
