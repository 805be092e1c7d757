import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Config } from '../../../platform/config/config.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { isNewMailHeld } from './new-mail.js'
import { countHeld } from '../../../platform/queue/holds/held.js'
import { holdQueues, restoredAutomations, restoredCampaigns } from './hold-queues.js'

/** A marker that `postseal restore` leaves in the data folder, so that the first start is held. */
export interface RestoredMarker {
  /** Name that no other restore has. */
  readonly name: string
}

type StartConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'startHeld' | 'startHeldNew'>

/** Restores that a start knows of. */
export interface KnownRestores {
  readonly names: readonly string[]
  /** Deletes the marker in the data folder, so that the next start knows of no restore. */
  forget(): void
}

/**
 * Returns the path of the file that tells the next start of its restore. It is not in the database, which is the same
 * after each restore.
 */
export function restoredMarkerFile(dataDir: string): string {
  return path.join(dataDir, 'restored.json')
}

/**
 * Holds everything in the queues if the database was restored, as told by the marker in the data folder of an
 * embedded database, or by POSTSEAL_START_HELD. Reports what is held and which campaigns and automations are paused,
 * now or since an earlier start. Must be called before anything is started.
 *
 * @returns the names of the restores that this start knows of, and the function to call once it has dealt with them
 */
export async function startHeldIfRestored(
  db: Knex,
  { dataDir, databaseUrl, startHeld, startHeldNew }: StartConfig,
  log: Logger,
): Promise<KnownRestores> {
  const file = restoredMarkerFile(dataDir)
  const marker = databaseUrl === undefined ? readMarker(file) : undefined
  if (marker !== undefined) await holdQueues(db, marker.name, startHeldNew)
  if (startHeld !== undefined && !(await holdQueues(db, startHeld, startHeldNew)))
    log.warn(
      { name: startHeld },
      'POSTSEAL_START_HELD was carried out by an earlier start; it holds nothing more',
    )
  const { deliveries, webhooks } = await countHeld(db)
  if (deliveries + webhooks > 0)
    log.warn(
      { deliveries, webhooks },
      'the queue of a restored database is held: run "postseal queue release" to send it, ' +
        'or "postseal queue drop --held"',
    )
  if (await isNewMailHeld(db))
    log.warn('new mail is held, too, until "postseal queue release" or "postseal queue drop --held"')
  const campaigns = await restoredCampaigns(db)
  if (campaigns.count > 0)
    log.warn(
      { campaigns: campaigns.count, first: campaigns.first.map((id) => toTypeId('cmp', id)) },
      'campaigns of a restored database are paused: some of their mail may already have been sent; ' +
        'resume or cancel each of them',
    )
  const automations = await restoredAutomations(db)
  if (automations.count > 0)
    log.warn(
      { automations: automations.count, first: automations.first.map((id) => toTypeId('aut', id)) },
      'automations of a restored database are paused: their runs may have gone further before; ' +
        'resume or archive each of them',
    )
  return {
    names: [marker?.name, startHeld].filter((name) => name !== undefined),
    forget: () => {
      if (marker !== undefined) rmSync(file, { force: true })
    },
  }
}

function readMarker(file: string): RestoredMarker | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RestoredMarker
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
