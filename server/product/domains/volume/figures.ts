import type { Knex } from 'knex'
import type { Visibility } from '../../../platform/auth/principal.js'
import { findTotals } from '../../../platform/statistics/totals.js'
import type { Domain } from '../present.js'

/** Adds to domains what became of the mail that was sent from them, as far as a credential sees it. */
export async function withFigures(
  db: Knex,
  visibility: Visibility,
  domains: readonly Domain[],
): Promise<Domain[]> {
  const names = domains.map(({ name }) => name)
  const { since, of } = await findTotals(db, 'sender', names, visibility)
  return domains.map((domain) => {
    const { accepted, delivered, bounced, complained } = of(domain.name)
    const figures = { since: since.toISOString(), accepted, delivered, bounced, complained }
    return { ...domain, figures }
  })
}
