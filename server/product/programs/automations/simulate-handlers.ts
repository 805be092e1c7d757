import { fromTypeId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/handler.js'
import type { AutomationDependencies } from './dependencies.js'
import { admitSimulation } from './simulate/admit.js'
import { Simulation } from './simulate/simulation.js'
import { simulate } from './simulate/walk.js'

/** The handler of simulations, which read only. */
export function automationSimulateHandlers(
  dependencies: AutomationDependencies,
): Pick<Handlers, 'simulateAutomation'> {
  return {
    simulateAutomation: {
      outsideTransaction: async ({ principal, path, body, db }) => {
        const key = { workspaceId: principal.workspaceId, id: fromTypeId('aut', path.id) }
        const input = await admitSimulation(dependencies, db, key, body)
        return { status: 200, body: await simulate(new Simulation(dependencies, input)) }
      },
    },
  }
}
