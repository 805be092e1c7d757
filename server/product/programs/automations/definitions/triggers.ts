import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { signalOf, type Trigger } from '../definition.js'
import type { AutomationRow } from '../automation-rows.js'

type Automation = Pick<AutomationRow, 'workspace_id' | 'id' | 'project_id'>

/** Deletes the triggers of an automation. A project has no more triggers than automations. */
const deleteTriggers = statement<[workspaceId: WorkspaceId, projectId: Uuid, automationId: Uuid]>(
  'delete_triggers_of_automation',
  'delete from automation_triggers where workspace_id = $1 and project_id = $2 and automation_id = $3',
)

/** Removes the triggers of an automation, so that nothing starts runs of it any more. */
export async function removeTriggers(trx: Knex.Transaction, automation: Automation): Promise<void> {
  await deleteTriggers(trx, automation.workspace_id, automation.project_id, automation.id)
}

/** Makes a trigger start runs of an automation, in place of its former one. */
export async function replaceTriggers(
  trx: Knex.Transaction,
  automation: Automation,
  trigger: Trigger,
): Promise<void> {
  await removeTriggers(trx, automation)
  const signal = signalOf(trigger)
  if (signal === undefined) return
  const { workspace_id, project_id, id: automation_id } = automation
  await trx('automation_triggers').insert({ workspace_id, project_id, automation_id, ...signal })
}
