import type { Logger } from 'pino'
import type { components } from '../../../../../generated/api-types.js'
import { fromTypeId, newUuid, timeOf } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { ApiError, refusedValue } from '../../../../platform/http/errors/api-error.js'
import type { AutomationDependencies } from '../dependencies.js'
import type { Reentry } from '../definition.js'
import { refuseArchived } from '../../../workspace/projects/archived-projects.js'
import { findProject } from '../../../workspace/projects/projects.js'
import { findAutomation, type AutomationKey, type AutomationRow } from '../automation-rows.js'
import type { LoadedVersion } from '../versions.js'
import { lockContacts } from './contacts.js'
import { admitData } from './data.js'
import { entryKeyOf } from './keys.js'
import type { StartContext, StartOutcome } from './request.js'
import { startRun } from './start-runs.js'

/** The dependencies of a start by hand. */
interface TriggerDependencies extends Pick<AutomationDependencies, 'clock' | 'versions' | 'wakes'> {
  readonly log: Logger
}

type Asked = components['schemas']['TriggerAutomationRequest']

/**
 * Starts a run on request, whatever the trigger of the automation is.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state` if the automation is a draft or archived, or its project is
 *   archived, 422 `validation_failed`
 */
export async function triggerAutomation(
  tx: Transaction,
  { clock, versions, wakes, log }: TriggerDependencies,
  key: AutomationKey,
  {
    retainedSince,
    asked,
  }: {
    /** The beginning of the workspace's retention. */
    readonly retainedSince: Date
    readonly asked: Asked
  },
): Promise<StartOutcome> {
  const data = admitData(asked.data, '/body/data')
  const automation = await findAutomation(tx.sql, key)
  const version = await loadPublished(tx, versions, automation)
  await refuseInArchived(tx, automation)
  const { reentry } = version.definition
  const entryKey = keyOf(reentry, data, asked.key)
  const contactId = fromTypeId('con', asked.contact_id)
  const contact = { contactId, projectId: automation.project_id }
  if (!(await lockContacts(tx.sql, key.workspaceId, [contact])).has(contactId)) {
    throw refusedValue('/body/contact_id', 'not_found', 'must be a contact of the project')
  }
  // The time is by the clock of contact events, so that an event that comes next counts as later.
  const at = timeOf(newUuid())
  const context: StartContext = { workspaceId: key.workspaceId, now: clock(), retainedSince }
  const outcome = await startRun(tx, log, context, {
    automation,
    version,
    contactId,
    triggerKind: 'manual',
    contactEventId: null,
    inboundMessageId: null,
    data,
    key: entryKey,
    occurredAt: at,
    recordedAt: at,
    depth: 0,
  })
  if (outcome.run !== null) tx.afterCommit(wakes.automations)
  return outcome
}

/**
 * Refuses to start runs of an automation whose project is archived. The project of an active automation is in use.
 *
 * @throws ApiError 409 `invalid_state`
 */
async function refuseInArchived({ sql }: Transaction, automation: AutomationRow): Promise<void> {
  if (automation.status === 'active') return
  const project = await findProject(sql, automation.workspace_id, automation.project_id)
  if (project === undefined) throw new Error('an automation names a project that does not exist')
  refuseArchived(project)
}

async function loadPublished(
  tx: Transaction,
  load: AutomationDependencies['versions'],
  { workspace_id: workspaceId, id, status, published_version: version }: AutomationRow,
): Promise<LoadedVersion> {
  if (status === 'draft') {
    throw new ApiError('invalid_state', 'The automation is a draft. Publish a version of it first.')
  }
  if (status === 'archived') throw new ApiError('invalid_state', 'The automation is archived.')
  const loaded = version === null ? undefined : await load(tx.sql, { workspaceId, automationId: id, version })
  if (loaded === undefined) throw new Error('an automation was published without its version')
  return loaded
}

function keyOf(reentry: Reentry, data: Asked['data'] & object, given: string | undefined): string | null {
  if (given === undefined) return entryKeyOf(reentry, data)
  if (reentry.key === undefined) {
    throw refusedValue(
      '/body/key',
      'unexpected',
      'is the value of `reentry.key`, which the automation does not have',
    )
  }
  return given
}
