import { visibilityOf } from '../auth/principal.js'
import type { Handlers } from '../http/handler.js'
import { retrieveStatistics } from './statistics.js'

export function statisticsHandlers(): Pick<Handlers, 'retrieveStatistics'> {
  return {
    retrieveStatistics: async ({ principal, query, db }) => ({
      status: 200,
      body: await retrieveStatistics(db, visibilityOf(principal), query, new Date()),
    }),
  }
}
