import type { Knex } from 'knex'
import type { Config } from '../config.js'
import type { Uuid } from '../db/ids.js'
import { dkimKeyStore } from '../domains/dkim/key-store.js'
import { dkimRecord, inStrings, type DnsRecord } from '../domains/dkim/dns-record.js'
import type { DkimAlgorithm } from '../domains/dkim/new-key.js'
import { SealedError, sealer } from '../workspace/sealed.js'
import { loadServiceKey } from '../workspace/service-key.js'
import { CommandError } from './command-error.js'

/**
 * The records of a domain's keys, which are made where they are missing. A domain always has an RSA key: not all
 * receivers know Ed25519.
 *
 * @throws CommandError where this command has another secret than the service, which could not use what is made here
 */
export async function keyRecords(
  db: Knex,
  config: Config,
  workspaceId: Uuid,
  name: string,
  wanted: readonly DkimAlgorithm[] = [],
): Promise<DnsRecord[]> {
  const store = dkimKeyStore(db, sealer(loadServiceKey(config).derive('dkim')))
  const domain = await store.find(workspaceId, [name])
  if (domain === undefined) return []
  try {
    for (const algorithm of new Set<DkimAlgorithm>(['rsa', ...wanted])) {
      const has = domain.keys.some((key) => key.algorithm === algorithm)
      if (!has) await store.make(workspaceId, domain, algorithm)
    }
  } catch (error) {
    throw error instanceof SealedError ? new CommandError(error.message) : error
  }
  return ((await store.find(workspaceId, [name]))?.keys ?? []).map(dkimRecord)
}

/** Says what to publish, for somebody who copies it into a zone file or a form. */
export function presentRecords(name: string, records: readonly DnsRecord[]): string {
  const [these, find] = records.length === 1 ? ['this record', 'it'] : ['these records', 'them']
  return [
    `Publish ${these} in the DNS of ${name} yourself: Postseal cannot. Receivers check the DKIM signatures of its`,
    `mail by ${find}, and a signature counts for nothing until they find ${find}.`,
    ...records.map(
      ({ name: at, type, value }) => `\n  name   ${at}\n  type   ${type}\n  value  ${inStrings(value)}`,
    ),
  ].join('\n')
}
