import type { Knex } from 'knex'
import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { noteCheck, recordOf } from './provider-rows.js'

/**
 * Looks for the record that proves a domain.
 *
 * @returns the problem, in a sentence; null if the record is there, undefined if the DNS gives no answer
 */
async function lookUpRecord(
  resolver: Pick<Resolver, 'txt'>,
  workspaceId: WorkspaceId,
  domain: string,
): Promise<string | null | undefined> {
  const { name, value } = recordOf(workspaceId, domain)
  try {
    const { records } = await resolver.txt(name)
    if (records.some((record) => record.trim() === value)) return null
    return records.length === 0
      ? `${name} has no TXT record.`
      : `${name} has other TXT records, but not this one.`
  } catch (error) {
    if (error instanceof DnsFailure) return undefined
    throw error
  }
}

/** Results of looking up domains' records. A domain that the DNS gave no answer about is missing. */
export type FoundRecords = ReadonlyMap<string, string | null>

/** Looks for the records of some domains, all at once. */
export async function lookUpRecords(
  resolver: Pick<Resolver, 'txt'>,
  workspaceId: WorkspaceId,
  domains: readonly string[],
): Promise<FoundRecords> {
  const found = await Promise.all(
    domains.map(async (domain) => [domain, await lookUpRecord(resolver, workspaceId, domain)] as const),
  )
  return new Map(
    found.flatMap(([domain, problem]) => (problem === undefined ? [] : [[domain, problem] as const])),
  )
}

/** Stores the results of looking up records. */
export async function noteRecords(db: Knex, workspaceId: WorkspaceId, found: FoundRecords): Promise<void> {
  for (const [domain, problem] of found) await noteCheck(db, workspaceId, domain, problem)
}
