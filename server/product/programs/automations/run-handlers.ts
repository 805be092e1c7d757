import { visibilityOf, type SessionPrincipal } from '../../../platform/auth/principal.js'
import { findContact } from '../../audience/contacts/contact-rows.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { presentAutomation } from './definitions/present.js'
import type { AutomationDependencies } from './dependencies.js'
import { findAutomation, type AutomationKey } from './automation-rows.js'
import { cancelRun } from './runs/cancel.js'
import { findRun, findSteps, type RunKey } from './runs/find.js'
import { listRunsOfContact } from './runs/list-of-contact.js'
import { listRuns } from './runs/list.js'
import { presentRun, presentRunDetail } from './runs/present.js'
import { retryRuns } from './runs/retry-many.js'
import { retryRun } from './runs/retry.js'
import { figuresFinder } from './runs/stats.js'
import { admitSimulation } from './simulate/admit.js'
import { Simulation } from './simulate/simulation.js'
import { simulate } from './simulate/walk.js'
import { triggerAutomation } from './start/trigger.js'

/** The handlers of the runs of automations: started, simulated, read, ended, and their figures. */
export function automationRunHandlers(dependencies: AutomationDependencies) {
  const { clock, retention, versions } = dependencies
  const findFigures = figuresFinder(dependencies.db)

  return {
    triggerAutomation: {
      // The retention is asked for on another connection, which no open transaction may wait for.
      prepare: async ({ principal, path, body }) => {
        const { workspaceId } = principal
        const retainedSince = await retention(workspaceId)
        const key = automationOf(principal, path)
        return async ({ tx }) => {
          const { run, reason } = await triggerAutomation(tx, dependencies, key, {
            retainedSince,
            asked: body,
          })
          if (run === null) return { status: 202, body: { outcome: 'ignored', reason, run } }
          return { status: 202, body: { outcome: 'started', reason, run: presentRun(run) } }
        }
      },
    },

    simulateAutomation: {
      waitsForOthers: true,
      outsideTransaction: async ({ principal, path, body, db }) => {
        const key = automationOf(principal, path)
        const input = await admitSimulation(dependencies, db, key, body)
        return { status: 200, body: await simulate(new Simulation(dependencies, input)) }
      },
    },

    listAutomationRuns: async ({ principal, path, query, db }) => {
      const key = automationOf(principal, path)
      await findAutomation(db, key)
      return { status: 200, body: await listRuns(db, key, query, await retention(key.workspaceId)) }
    },

    listContactRuns: async ({ principal, path, query, db }) => {
      const { workspaceId } = principal
      const contact = await findContact(db, visibilityOf(principal), fromTypeId('con', path.id))
      const key = { workspaceId, contactId: contact.id }
      return { status: 200, body: await listRunsOfContact(db, key, query, await retention(workspaceId)) }
    },

    retrieveAutomationRun: async ({ principal, path, db }) => {
      const key = runOf(principal, path)
      const { workspaceId, automationId } = key
      const row = await findRun(db, key, await retention(workspaceId))
      const steps = await findSteps(db, workspaceId, row.id)
      const version = await versions(db, { workspaceId, automationId, version: row.version })
      if (version === undefined) throw new Error('a run follows a version that is not there')
      return { status: 200, body: presentRunDetail(row, steps, version.flow) }
    },

    cancelAutomationRun: {
      prepare: async ({ principal, path }) => {
        const retainedSince = await retention(principal.workspaceId)
        return async ({ tx }) => {
          const row = await cancelRun(tx.sql, runOf(principal, path), retainedSince, clock())
          return { status: 200, body: presentRun(row) }
        }
      },
    },

    retryAutomationRun: {
      prepare: async ({ principal, path }) => {
        const retainedSince = await retention(principal.workspaceId)
        return async ({ tx }) => {
          const row = await retryRun(tx, dependencies, runOf(principal, path), retainedSince)
          return { status: 202, body: presentRun(row) }
        }
      },
    },

    retryAutomationRuns: async ({ principal, path, body, tx }) => {
      const row = await retryRuns(tx, dependencies, automationOf(principal, path), body ?? {})
      return { status: 202, body: presentAutomation(row) }
    },

    retrieveAutomationStats: async ({ principal, path }) => ({
      status: 200,
      body: await findFigures(automationOf(principal, path)),
    }),
  } satisfies Partial<Handlers>
}

function automationOf({ workspaceId }: SessionPrincipal, { id }: { readonly id: string }): AutomationKey {
  return { workspaceId, id: fromTypeId('aut', id) }
}

function runOf(
  { workspaceId }: SessionPrincipal,
  { id, run_id: runId }: { readonly id: string; readonly run_id: string },
): RunKey {
  return { workspaceId, automationId: fromTypeId('aut', id), id: fromTypeId('run', runId) }
}
