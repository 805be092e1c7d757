import { knownMigrations } from '../../../platform/db/migrate.js'
import { checkSchema } from '../../../platform/db/schema-version.js'
import { countHeld } from '../../../platform/queue/holds/hold.js'
import { heldSince } from '../../../platform/queue/holds/of-workspace.js'
import { heldText } from '../../../platform/queue/holds/words.js'
import { dependentMs, ok, skipped, warning, type Check, type Finding } from './check.js'
import type { DatabaseProbe } from './open-database.js'

/** Whether a restore has left something that is held until an operator decides. */
export function heldCheck(probe: Promise<DatabaseProbe>): Check {
  return { name: 'held queue', maxMs: dependentMs, run: async () => lookAtHeld(await probe) }
}

async function lookAtHeld({ opened }: DatabaseProbe): Promise<Finding> {
  if (opened === undefined) return skipped('the database is not open')
  const { db } = opened
  const schema = await checkSchema(db, knownMigrations).catch(() => undefined)
  if (schema?.missing.length !== 0) return skipped('the schema is not of this version')
  const held = await countHeld(db)
  if (held.deliveries + held.webhooks === 0) return ok('nothing is held')
  const since = (await heldSince(db))?.toISOString()
  return warning(
    `${heldText(held)} held since the restore at ${since}`,
    'Compare with your own records what was sent since the backup. Then run "postseal queue release" to send it, ' +
      'or "postseal queue drop --held".',
  )
}
