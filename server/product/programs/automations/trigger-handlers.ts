import { fromTypeId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/handler.js'
import type { AutomationDependencies } from './dependencies.js'
import { presentRun } from './runs/present.js'
import { triggerAutomation } from './start/trigger.js'

/** The handlers of what people start. */
export function automationTriggerHandlers(
  dependencies: AutomationDependencies,
): Pick<Handlers, 'triggerAutomation'> {
  return {
    triggerAutomation: {
      // The retention is asked for on another connection, which no open transaction may wait for.
      prepare: async ({ principal, path, body }) => {
        const { workspaceId } = principal
        const retainedSince = await dependencies.retention(workspaceId)
        const key = { workspaceId, id: fromTypeId('aut', path.id) }
        return async ({ tx }) => {
          const { run, reason } = await triggerAutomation(tx, dependencies, key, retainedSince, body)
          if (run === null) return { status: 202, body: { outcome: 'ignored', reason, run } }
          return { status: 202, body: { outcome: 'started', reason, run: presentRun(run) } }
        }
      },
    },
  }
}
