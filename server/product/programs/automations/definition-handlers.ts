import { fromTypeId } from '../../../platform/db/ids.js'
import type { SessionPrincipal } from '../../../platform/auth/principal.js'
import { namedProject } from '../../workspace/projects/projects.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { changeAutomation } from './definitions/change.js'
import { checkSends } from './definitions/check-sends.js'
import { listAutomations } from './definitions/list.js'
import { listVersions } from './definitions/list-versions.js'
import { presentAutomation, presentVersion } from './definitions/present.js'
import { changesVersion, publishVersion } from './definitions/publish.js'
import { automationName, insertAutomation, insertNextVersion } from './definitions/save.js'
import { archiveAutomation, pauseAutomation, resumeAutomation } from './definitions/transitions.js'
import type { AutomationDependencies } from './dependencies.js'
import { findAutomation, findVersion, lockAutomation, type AutomationKey } from './automation-rows.js'

/** The operations on automations and their versions. */
export function automationDefinitionHandlers(dependencies: AutomationDependencies) {
  const { wakes } = dependencies

  return {
    createAutomation: async ({ principal, body, tx }) => {
      const { workspaceId, userId: createdBy } = principal
      const { project_id: projectId, name: givenName, ...content } = body
      const name = automationName(givenName)
      const project = await namedProject(tx.sql, workspaceId, projectId)
      const row = await insertAutomation(tx.sql, workspaceId, { project, name, createdBy }, content)
      return { status: 201, body: presentAutomation(row) }
    },

    listAutomations: async ({ principal, query, db }) => ({
      status: 200,
      body: await listAutomations(db, principal.workspaceId, query),
    }),

    retrieveAutomation: async ({ principal, path, db }) => ({
      status: 200,
      body: presentAutomation(await findAutomation(db, keyOf(principal, path))),
    }),

    updateAutomation: async ({ principal, path, body, tx }) => {
      const name = automationName(body.name)
      const row = await lockAutomation(tx.sql, keyOf(principal, path))
      return { status: 200, body: presentAutomation(await changeAutomation(tx.sql, row, { name })) }
    },

    createAutomationVersion: async ({ principal, path, body, tx }) => {
      const row = await insertNextVersion(tx.sql, keyOf(principal, path), principal.userId, body)
      return { status: 201, body: presentVersion(row) }
    },

    listAutomationVersions: async ({ principal, path, query, db }) => {
      const key = keyOf(principal, path)
      await findAutomation(db, key)
      return { status: 200, body: await listVersions(db, key, query) }
    },

    retrieveAutomationVersion: async ({ principal, path, db }) => ({
      status: 200,
      body: presentVersion(await findVersion(db, keyOf(principal, path), Number(path.version))),
    }),

    publishAutomation: {
      prepare: async ({ principal, path, body, db }) => {
        const key = keyOf(principal, path)
        const row = await findAutomation(db, key)
        const { version, definition } = await findVersion(db, key, body.version)
        const isChecked = changesVersion(row, version)
        if (isChecked) await checkSends(dependencies, row, definition)
        return async ({ tx }) => ({
          status: 200,
          body: presentAutomation(await publishVersion(tx, key, { version, wasChecked: isChecked, wakes })),
        })
      },
    },

    pauseAutomation: async ({ principal, path, tx }) => ({
      status: 200,
      body: presentAutomation(await pauseAutomation(tx, keyOf(principal, path))),
    }),

    resumeAutomation: async ({ principal, path, tx }) => ({
      status: 200,
      body: presentAutomation(await resumeAutomation(tx, keyOf(principal, path), wakes)),
    }),

    archiveAutomation: async ({ principal, path, tx }) => ({
      status: 200,
      body: presentAutomation(await archiveAutomation(tx, keyOf(principal, path), wakes)),
    }),
  } satisfies Partial<Handlers>
}

function keyOf({ workspaceId }: SessionPrincipal, { id }: { readonly id: string }): AutomationKey {
  return { workspaceId, id: fromTypeId('aut', id) }
}
