import { fromTypeId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { clampWindow, presentWindow } from '../../../platform/http/lists/pagination.js'
import type { RetentionStart } from '../../../platform/db/retention.js'
import type { SendingAddresses, SendingSetup } from '../sending-setup.js'
import { daysWithin } from './days.js'
import { findRamp, listRamps, type RampSurroundings } from './ramp/read-ramps.js'
import { reportAddress } from './report-address.js'
import { listSources } from './sources/list.js'
import { reviewSource } from './sources/review.js'

export interface DmarcDependencies {
  readonly sendingSetup: SendingSetup
  readonly sendingAddresses: SendingAddresses
  /** Finds the beginning of each workspace's retention window. */
  readonly retention: RetentionStart
}

export function dmarcHandlers({ sendingSetup, sendingAddresses, retention }: DmarcDependencies) {
  const rampSurroundings = async (): Promise<RampSurroundings> => ({
    reportAddress: reportAddress(sendingSetup.returnPathDomain),
    ranges: await sendingAddresses(),
    now: new Date(),
  })

  return {
    listDmarcSources: async ({ principal, query, db }) => {
      const window = clampWindow(query, await retention(principal.workspaceId))
      const page = await listSources(db, principal.workspaceId, query, {
        window,
        ranges: await sendingAddresses(),
      })
      return { status: 200, body: { ...page, window: presentWindow(window) } }
    },

    reviewDmarcSource: {
      // The DNS may be slow to return the addresses that this service sends from.
      prepare: async ({ principal, path, body }) => {
        const ranges = await sendingAddresses()
        const days = daysWithin({ since: await retention(principal.workspaceId), until: null })
        const id = fromTypeId('dms', path.id)
        return async ({ tx }) => ({
          status: 200,
          body: await reviewSource(tx.sql, principal.workspaceId, id, { fields: body, days, ranges }),
        })
      },
    },

    retrieveDmarcRamp: async ({ principal, path, db }) => {
      const id = fromTypeId('dom', path.id)
      return { status: 200, body: await findRamp(db, principal.workspaceId, id, await rampSurroundings()) }
    },

    listDmarcRamps: async ({ principal, query, db }) => ({
      status: 200,
      body: await listRamps(db, principal.workspaceId, query, await rampSurroundings()),
    }),
  } satisfies Partial<Handlers>
}
