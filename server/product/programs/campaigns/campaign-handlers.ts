import { databaseNow } from '../../../platform/db/connection/database-clock.js'
import type { Knex } from 'knex'
import { fromTypeId } from '../../../platform/db/ids.js'
import type { SessionPrincipal } from '../../../platform/auth/principal.js'
import { namedProject } from '../../workspace/projects/projects.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { checkCampaign } from './draft/check.js'
import { isScheduledFor, refuseSchedule, scheduleCampaign, startOf } from './draft/schedule.js'
import { checkSchedulable } from './draft/schedulable.js'
import type { CampaignKey } from './draft/change.js'
import { deleteCampaign, insertCampaign, isDecisive, refuseChange, updateCampaign } from './draft/save.js'
import type { CampaignDependencies } from './dependencies.js'
import { fieldsOf } from './fields.js'
import { listCampaigns } from './list.js'
import { presentCampaign } from './present.js'
import { previewCampaign } from './draft/preview.js'
import { listRecipients } from './figures/recipients.js'
import { retryCampaign } from './course/retry.js'
import { findCampaign } from './campaign-rows.js'
import { figuresFinder } from './figures/stats.js'
import { makeTestMails, sendTestMails } from './draft/test-mail.js'
import {
  cancelCampaign,
  pauseByHand,
  resumeCampaign,
  unscheduleCampaign,
  type Stopped,
} from './course/transitions.js'

export function campaignHandlers(dependencies: CampaignDependencies & { readonly db: Knex }) {
  const { wakes } = dependencies
  const findFigures = figuresFinder(dependencies.db)

  return {
    createCampaign: async ({ principal, body, tx }) => {
      const { project_id: projectId, ...given } = body
      const project = await namedProject(tx.sql, principal.workspaceId, projectId)
      const row = await insertCampaign(tx.sql, principal.workspaceId, project, fieldsOf(given))
      return { status: 201, body: await presentCampaign(tx.sql, row) }
    },

    listCampaigns: async ({ principal, query, db }) => ({
      status: 200,
      body: await listCampaigns(db, principal.workspaceId, query),
    }),

    retrieveCampaign: async ({ principal, path, db }) => {
      const row = await findCampaign(db, principal.workspaceId, fromTypeId('cmp', path.id))
      return { status: 200, body: await presentCampaign(db, row) }
    },

    updateCampaign: {
      prepare: async ({ principal, path, body, db }) => {
        const row = await findCampaign(db, principal.workspaceId, fromTypeId('cmp', path.id))
        const fields = fieldsOf(body)
        refuseChange(principal, row, fields)
        const isChecked = row.status === 'scheduled' && isDecisive(fields)
        const checked = isChecked
          ? await checkSchedulable(dependencies, db, { ...row, ...fields })
          : undefined
        return async ({ tx }) => {
          const changed = await updateCampaign(tx, principal, row, { fields, checked, wakes })
          return { status: 200, body: await presentCampaign(tx.sql, changed) }
        }
      },
    },

    deleteCampaign: async ({ principal, path, tx }) => {
      await deleteCampaign(tx, keyOf(principal, path))
      return { status: 204, body: undefined }
    },

    scheduleCampaign: {
      prepare: async ({ principal, path, body, db }) => {
        const { workspaceId, id } = keyOf(principal, path)
        const row = await findCampaign(db, workspaceId, id)
        const start = startOf(body?.scheduled_at, await databaseNow(db))
        refuseSchedule(row)
        const isRepeated = isScheduledFor(row, start)
        const checked = isRepeated ? undefined : await checkSchedulable(dependencies, db, row)
        return async ({ tx }) => {
          const scheduled = await scheduleCampaign(tx, row, { start, checked, wakes })
          return { status: 200, body: await presentCampaign(tx.sql, scheduled) }
        }
      },
    },

    unscheduleCampaign: async ({ principal, path, tx }) => {
      const row = await unscheduleCampaign(tx, keyOf(principal, path))
      return { status: 200, body: await presentCampaign(tx.sql, row) }
    },

    pauseCampaign: async ({ principal, path, tx }) => ({
      status: 200,
      body: await presentStopped(tx.sql, await pauseByHand(tx, keyOf(principal, path), wakes)),
    }),

    resumeCampaign: async ({ principal, path, tx }) => {
      const row = await resumeCampaign(tx, keyOf(principal, path), wakes)
      return { status: 200, body: await presentCampaign(tx.sql, row) }
    },

    cancelCampaign: async ({ principal, path, tx }) => ({
      status: 200,
      body: await presentStopped(tx.sql, await cancelCampaign(tx, keyOf(principal, path), wakes)),
    }),

    retryCampaign: async ({ principal, path, tx }) => {
      const { campaign, retried } = await retryCampaign(tx, keyOf(principal, path), wakes)
      return { status: 202, body: { ...(await presentCampaign(tx.sql, campaign)), retried } }
    },

    checkCampaign: {
      waitsForOthers: true,
      outsideTransaction: async ({ principal, path, db }) => {
        const { workspaceId, id } = keyOf(principal, path)
        const row = await findCampaign(db, workspaceId, id)
        return { status: 200, body: await checkCampaign(dependencies, db, row) }
      },
    },

    previewCampaign: {
      waitsForOthers: true,
      outsideTransaction: async ({ principal, path, body, db }) => {
        const row = await findCampaign(db, principal.workspaceId, fromTypeId('cmp', path.id))
        return { status: 200, body: await previewCampaign(dependencies, db, row, body?.contact_id) }
      },
    },

    testCampaign: {
      prepare: async ({ principal, path, body, db }) => {
        const { workspaceId, id } = keyOf(principal, path)
        const row = await findCampaign(db, workspaceId, id)
        const mails = await makeTestMails(dependencies, db, row, { principal, request: body })
        return async ({ tx }) => ({
          status: 202,
          body: await sendTestMails(tx, workspaceId, mails, wakes),
        })
      },
    },

    listCampaignRecipients: async ({ principal, path, query, db }) => {
      const row = await findCampaign(db, principal.workspaceId, fromTypeId('cmp', path.id))
      return { status: 200, body: await listRecipients(db, row, query) }
    },

    retrieveCampaignStats: async ({ principal, path }) => ({
      status: 200,
      body: await findFigures(keyOf(principal, path)),
    }),
  } satisfies Partial<Handlers>
}

function keyOf({ workspaceId }: SessionPrincipal, { id }: { readonly id: string }): CampaignKey {
  return { workspaceId, id: fromTypeId('cmp', id) }
}

async function presentStopped(db: Knex, { campaign, inFlight }: Stopped) {
  return { ...(await presentCampaign(db, campaign)), in_flight: inFlight }
}
