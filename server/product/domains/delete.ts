import type { Knex } from 'knex'
import type { DomainRow } from './domain-rows.js'

/** Tables with rows about a domain, which are deleted with it. */
const dependents = [
  'dmarc_source_days',
  'dmarc_sources',
  'dmarc_reports',
  'tls_policy_days',
  'tls_failure_days',
  'tls_reports',
  'domain_provider_days',
  'domain_spam_rates',
]

/**
 * Deletes a domain with its keys and the figures that reports and counts have of it.
 *
 * @returns whether the domain existed
 */
export async function deleteDomain(
  trx: Knex.Transaction,
  { workspace_id, id, name }: Pick<DomainRow, 'workspace_id' | 'id' | 'name'>,
): Promise<boolean> {
  const deleted = await trx('domains').where({ workspace_id, id }).delete()
  if (deleted === 0) return false
  // These are deleted after the domain: a transaction that adds rows to them locks the domain until it ends, so its
  // rows are visible by now.
  await trx('dkim_keys').where({ workspace_id, domain: name }).delete()
  for (const table of dependents) await trx(table).where({ workspace_id, domain_id: id }).delete()
  return true
}
