import { fromTypeId } from '../../db/ids.js'
import type { Handlers } from '../../http/handler.js'
import type { AutomationDependencies } from './dependencies.js'
import { listAutomations } from './definitions/list.js'
import { presentAutomation, presentVersion } from './definitions/present.js'
import { findAutomation, findVersion, type AutomationKey } from './rows.js'

type Operation = 'listAutomations' | 'retrieveAutomation' | 'retrieveAutomationVersion'

export function automationDefinitionHandlers(
  _dependencies: AutomationDependencies,
): Pick<Handlers, Operation> {
  return {
    listAutomations: async ({ principal, query, db }) => ({
      status: 200,
      body: await listAutomations(db, principal.workspaceId, query),
    }),

    retrieveAutomation: async ({ principal, path, db }) => ({
      status: 200,
      body: presentAutomation(await findAutomation(db, keyOf(principal, path))),
    }),

    retrieveAutomationVersion: async ({ principal, path, db }) => ({
      status: 200,
      body: presentVersion(await findVersion(db, keyOf(principal, path), Number(path.version))),
    }),
  }
}

function keyOf(
  { workspaceId }: { readonly workspaceId: string },
  { id }: { readonly id: string },
): AutomationKey {
  return { workspaceId, id: fromTypeId('aut', id) }
}
