import { isIPv4 } from 'node:net'
import type { Knex } from 'knex'
import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'
import { plainAddress } from '../../../mail/network/address-ranges.js'
import { serviceStatement } from '../../../platform/db/statement.js'
import type { Job } from '../../../platform/scheduler/scheduler.js'
import { purgeDays } from './change.js'
import { readSources, type Source } from './rows.js'
import { dayOf } from './waiting-line.js'

/**
 * Whether receivers will take an address for what it says it is: the reverse DNS of the address has the name of its
 * EHLO, and that name has the address (forward-confirmed reverse DNS). Gmail, Yahoo and Microsoft demand both.
 *
 * @returns why not, in a sentence; null where it will do
 * @throws DnsFailure where the DNS gave no answer, which says nothing of the source
 */
async function checkSource(
  resolver: Resolver,
  { address, name }: Pick<Source, 'address' | 'name'>,
): Promise<string | null> {
  const reverse = (await resolver.names(address)).records.map((each) => each.toLowerCase().replace(/\.$/, ''))
  if (reverse.length === 0)
    return `${address} has no PTR record. Whoever gives you the address sets it to ${name}.`
  if (!reverse.includes(name))
    return `The PTR record of ${address} is ${reverse.join(', ')}, not ${name}, as it says in EHLO.`
  const forward = (await resolver.addresses(name)).records.map(plainAddress)
  if (forward.includes(plainAddress(address))) return null
  const type = isIPv4(address) ? 'A' : 'AAAA'
  return forward.length === 0
    ? `${name} has no address. Publish an ${type} record with ${address} for it.`
    : `${name} is ${forward.join(', ')}, not ${address}. Publish an ${type} record with ${address} for it.`
}

const save = serviceStatement<[address: string, problem: string | null]>(
  'save_source_check',
  'update sending_sources set checked_at = now(), problem = $2 where address = $1',
)

/**
 * Checks a source and saves what came of it. Where the DNS gives no answer all stays as it was.
 *
 * @returns why it will not do; null where it will; undefined where nobody knows
 */
export async function checkAndSave(
  db: Knex,
  resolver: Resolver,
  source: Pick<Source, 'address' | 'name'>,
): Promise<string | null | undefined> {
  try {
    const problem = await checkSource(resolver, source)
    await save(db, source.address, problem)
    return problem
  } catch (error) {
    if (error instanceof DnsFailure) return undefined
    throw error
  }
}

/** How long the counts of a source's days are kept. */
const keptDays = 35

/** Checks every source each hour, and purges the counts of days that are long over. */
export function sourceCheckJob(db: Knex, freshResolver: () => Resolver): Job {
  return {
    name: 'source-checks',
    everySeconds: 3600,
    run: async (stopping) => {
      const { sources } = await readSources(db, new Date())
      const resolver = freshResolver()
      for (const source of sources) {
        if (stopping.aborted) return
        await checkAndSave(db, resolver, source)
      }
      await purgeDays(db, dayOf(new Date(Date.now() - keptDays * 86_400_000)))
    },
  }
}
