import { databaseNow } from '../../../platform/db/connection/database-clock.js'
import type { Knex } from 'knex'
import { visibilityOf } from '../../../platform/auth/principal.js'
import { admitNamedProject } from '../../workspace/projects/admit-project.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { admitAsked, admitChange, findVisible, refuseOtherSender } from './access.js'
import { checkCampaign } from './draft/check.js'
import { isScheduledFor, refuseSchedule, scheduleCampaign, startOf } from './draft/schedule.js'
import { checkSchedulable } from './draft/schedulable.js'
import { deleteCampaign, insertCampaign, isDecisive, refuseChange, updateCampaign } from './draft/save.js'
import type { CampaignDependencies } from './dependencies.js'
import { fieldsOf } from './fields.js'
import { listCampaigns } from './list.js'
import { presentCampaign } from './present.js'
import { previewCampaign } from './draft/preview.js'
import { listRecipients } from './figures/recipients.js'
import { retryCampaign } from './course/retry.js'
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
      const project = await admitNamedProject(tx.sql, principal, projectId)
      const row = await insertCampaign(tx.sql, principal.workspaceId, project, fieldsOf(given))
      await refuseOtherSender(tx.sql, principal, row)
      return { status: 201, body: await presentCampaign(tx.sql, row) }
    },

    listCampaigns: async ({ principal, query, db }) => ({
      status: 200,
      body: await listCampaigns(db, visibilityOf(principal), query),
    }),

    retrieveCampaign: async ({ principal, path, db }) => {
      const row = await findVisible(db, principal, path.id)
      return { status: 200, body: await presentCampaign(db, row) }
    },

    updateCampaign: {
      prepare: async ({ principal, path, body, db }) => {
        const row = await findVisible(db, principal, path.id)
        const fields = fieldsOf(body)
        await refuseOtherSender(db, principal, row)
        refuseChange(principal, row, fields)
        const isChecked = row.status === 'scheduled' && isDecisive(fields)
        const checked = isChecked
          ? await checkSchedulable(dependencies, db, { ...row, ...fields })
          : undefined
        const version = checked && { template_version: checked.version }
        await refuseOtherSender(db, principal, { ...row, ...fields, ...version })
        return async ({ tx }) => {
          const changed = await updateCampaign(tx, principal, row, { fields, checked, wakes })
          return { status: 200, body: await presentCampaign(tx.sql, changed) }
        }
      },
    },

    deleteCampaign: async ({ principal, path, tx }) => {
      await deleteCampaign(tx, await admitChange(tx.sql, principal, path.id))
      return { status: 204, body: undefined }
    },

    scheduleCampaign: {
      prepare: async ({ principal, path, body, db }) => {
        const row = await findVisible(db, principal, path.id)
        await refuseOtherSender(db, principal, row)
        const start = startOf(body?.scheduled_at, await databaseNow(db))
        refuseSchedule(row)
        const isRepeated = isScheduledFor(row, start)
        const checked = isRepeated ? undefined : await checkSchedulable(dependencies, db, row)
        // Another version may have been published meanwhile.
        if (checked) await refuseOtherSender(db, principal, { ...row, template_version: checked.version })
        return async ({ tx }) => {
          const scheduled = await scheduleCampaign(tx, row, { start, checked, wakes })
          return { status: 200, body: await presentCampaign(tx.sql, scheduled) }
        }
      },
    },

    unscheduleCampaign: async ({ principal, path, tx }) => {
      const row = await unscheduleCampaign(tx, await admitChange(tx.sql, principal, path.id))
      return { status: 200, body: await presentCampaign(tx.sql, row) }
    },

    pauseCampaign: async ({ principal, path, tx }) => {
      const key = await admitChange(tx.sql, principal, path.id)
      return { status: 200, body: await presentStopped(tx.sql, await pauseByHand(tx, key, wakes)) }
    },

    resumeCampaign: async ({ principal, path, tx }) => {
      const row = await resumeCampaign(tx, await admitChange(tx.sql, principal, path.id), wakes)
      return { status: 200, body: await presentCampaign(tx.sql, row) }
    },

    cancelCampaign: async ({ principal, path, tx }) => {
      const key = await admitChange(tx.sql, principal, path.id)
      return { status: 200, body: await presentStopped(tx.sql, await cancelCampaign(tx, key, wakes)) }
    },

    retryCampaign: async ({ principal, path, tx }) => {
      const key = await admitChange(tx.sql, principal, path.id)
      const { campaign, retried } = await retryCampaign(tx, key, wakes)
      return { status: 202, body: { ...(await presentCampaign(tx.sql, campaign)), retried } }
    },

    checkCampaign: {
      waitsForOthers: true,
      outsideTransaction: async ({ principal, path, db }) => {
        const row = await findVisible(db, principal, path.id)
        return { status: 200, body: await checkCampaign(dependencies, db, row) }
      },
    },

    previewCampaign: {
      waitsForOthers: true,
      outsideTransaction: async ({ principal, path, body, db }) => {
        const shown = admitAsked(principal, body?.contact_id)
        const row = await findVisible(db, principal, path.id)
        return { status: 200, body: await previewCampaign(dependencies, db, row, shown) }
      },
    },

    testCampaign: {
      prepare: async ({ principal, path, body, db }) => {
        const row = await findVisible(db, principal, path.id)
        const mails = await makeTestMails(dependencies, db, row, { principal, request: body })
        return async ({ tx }) => ({
          status: 202,
          body: await sendTestMails(tx, principal.workspaceId, mails, wakes),
        })
      },
    },

    listCampaignRecipients: async ({ principal, path, query, db }) => {
      const row = await findVisible(db, principal, path.id)
      return { status: 200, body: await listRecipients(db, row, query) }
    },

    retrieveCampaignStats: async ({ principal, path, db }) => {
      const { workspace_id: workspaceId, id } = await findVisible(db, principal, path.id)
      return { status: 200, body: await findFigures({ workspaceId, id }) }
    },
  } satisfies Partial<Handlers>
}

async function presentStopped(db: Knex, { campaign, inFlight }: Stopped) {
  return { ...(await presentCampaign(db, campaign)), in_flight: inFlight }
}
