import { knownMigrations } from '../../../platform/db/schema/migrate.js'
import { checkSchema } from '../../../platform/db/schema/schema-version.js'
import { countHeld } from '../../../platform/queue/holds/held.js'
import { restoredAutomations, restoredCampaigns } from '../../../product/mail/hold/hold-queues.js'
import { heldSince } from '../../../platform/queue/holds/of-workspace.js'
import { heldText, pausedText } from '../../../platform/queue/holds/words.js'
import { dependentMs, ok, skipped, warning, type Check, type Finding } from './check.js'
import type { DatabaseProbe } from './open-database.js'

/** Makes the check whether a restore has left mail held or programs paused until somebody decides about them. */
export function heldCheck(probe: Promise<DatabaseProbe>): Check {
  return { name: 'held queue', maxMs: dependentMs, run: async () => lookAtHeld(await probe) }
}

async function lookAtHeld({ opened }: DatabaseProbe): Promise<Finding> {
  if (opened === undefined) return skipped('the database is not open')
  const { db } = opened
  const schema = await checkSchema(db, knownMigrations).catch(() => undefined)
  if (schema?.missing.length !== 0) return skipped('the schema is not of this version')
  const held = await countHeld(db)
  const paused = {
    campaigns: (await restoredCampaigns(db)).count,
    automations: (await restoredAutomations(db)).count,
  }
  const seen: string[] = []
  const advice = ['Compare the mail sent since the backup with your own records.']
  if (held.deliveries + held.webhooks > 0) {
    seen.push(`${heldText(held)} held since the restore at ${(await heldSince(db))?.toISOString()}`)
    advice.push('Then run "postseal queue release" to send it, or "postseal queue drop --held".')
  }
  if (paused.campaigns + paused.automations > 0) {
    seen.push(`${pausedText(paused)} paused by a restore`)
    advice.push('Resume or cancel each campaign, and resume or archive each automation, in the console.')
  }
  return seen.length === 0 ? ok('nothing is held') : warning(seen.join('; '), advice.join(' '))
}
