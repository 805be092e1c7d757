import type { Knex } from 'knex'
import { fillOwners } from '../../../server/platform/db/migrations/0006-queue-owners.js'

/** Notes the owners of what a test has put into the queues itself, as the service does with what it queues. */
export async function noteAllOwners(db: Knex): Promise<void> {
  await db.raw(fillOwners)
}
