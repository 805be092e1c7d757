import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { components } from '../../../../../generated/api-types.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { AutomationKey } from '../automation-rows.js'
import { selectFigures, type FiguresRow, type StepCount } from './stats-statement.js'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'

type Schemas = components['schemas']

/** The most milliseconds that figures are cached. */
const cachedMs = 5_000
const maxCached = 1_000

/**
 * Returns the figures of an automation.
 *
 * @throws ApiError 404 `not_found`
 */
export type FindFigures = (key: AutomationKey) => Promise<Schemas['AutomationStats']>

/** Makes a function that finds figures. It counts those of an automation once in five seconds, for all callers. */
export function figuresFinder(db: Knex): FindFigures {
  const cache = new LRUCache<string, Schemas['AutomationStats'], AutomationKey>({
    ...atMostEntries(maxCached),
    ttl: cachedMs,
    fetchMethod: async (_key, _stale, { context: { workspaceId, id } }) => {
      const [row] = await selectFigures(db, workspaceId, id)
      return row && presentFigures(row)
    },
  })
  return async (context) => {
    const figures = await cache.fetch(`${context.workspaceId} ${context.id}`, { context })
    if (figures === undefined) throw new ApiError('not_found', 'No such automation.')
    return figures
  }
}

/** Returns figures in the form of the API contract. */
export function presentFigures({ id, as_of, runs, ignored, steps }: FiguresRow): Schemas['AutomationStats'] {
  const none = { running: 0, waiting: 0, completed: 0, exited: 0, failed: 0, cancelled: 0 }
  return {
    automation_id: toTypeId('aut', id),
    as_of: as_of.toISOString(),
    runs: { ...none, ...runs },
    ignored: ignored.map(([reason, count]) => ({ reason, count })),
    steps: stepsOf(steps),
  }
}

function stepsOf(counts: readonly StepCount[]): Schemas['AutomationStepCounts'][] {
  const found = new Map<string, Schemas['AutomationStepCounts']>()
  for (const [version, key, status, count] of counts) {
    const name = `${version} ${key}`
    const step = found.get(name) ?? { version, step_key: key, running: 0, waiting: 0, failed: 0 }
    found.set(name, { ...step, [status]: count })
  }
  return [...found.values()]
}
