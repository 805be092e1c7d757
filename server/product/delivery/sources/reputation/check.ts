import { isIPv4 } from 'node:net'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { DnsFailure, type Resolver } from '../../../../mail/dns/resolver.js'
import { plainAddress } from '../../../../mail/network/address-ranges.js'
import { serviceStatement } from '../../../../platform/db/statements/statement.js'
import type { Job } from '../../../../platform/scheduler/scheduler.js'
import { listingsOf, namesList, tryBlockLists, type BlockLists } from './block-lists.js'
import { purgeDays } from '../change.js'
import { readSources, type Source } from '../source-rows.js'
import { dayOf } from '../waiting-line.js'

/**
 * Checks that receivers will believe an address's name: the reverse DNS of the address has the name of its EHLO, and
 * that name has the address (forward-confirmed reverse DNS). Gmail, Yahoo and Microsoft demand both.
 *
 * @returns a sentence that says why receivers will not; null if they will
 * @throws DnsFailure if the DNS gave no answer, which says nothing about the source
 */
async function checkReverse(
  resolver: Resolver,
  { address, name }: Pick<Source, 'address' | 'name'>,
): Promise<string | null> {
  const reverse = (await resolver.names(address)).records.map((each) => each.toLowerCase().replace(/\.$/, ''))
  if (reverse.length === 0)
    return `${address} has no PTR record. Ask the provider of the address to set it to ${name}.`
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
 * Checks a source and saves the result. If the DNS gives no answer everything stays as it was.
 *
 * @param source source with the result of its last check
 * @returns why the source cannot be used; null if it can; undefined if nobody knows
 */
export async function checkAndSave(
  db: Knex,
  resolver: Resolver,
  lists: BlockLists,
  source: Pick<Source, 'address' | 'name' | 'problem'>,
): Promise<string | null | undefined> {
  const [reverse, listings] = await Promise.all([
    checkReverse(resolver, source).catch(unknownWithoutAnswer),
    listingsOf(resolver, lists, source.address),
  ])
  const problems = [...(reverse == null ? [] : [reverse]), ...listings.problems]
  if (problems.length === 0) {
    const before = source.problem ?? ''
    if (reverse === undefined || listings.silent.some((list) => namesList(before, source.address, list)))
      return undefined
  }
  const problem = problems.length === 0 ? null : problems.join(' ')
  await save(db, source.address, problem)
  return problem
}

function unknownWithoutAnswer(error: unknown): undefined {
  if (!(error instanceof DnsFailure)) throw error
}

/** Days for which the daily counts of a source are kept. */
const keptDays = 35

export interface SourceChecks {
  readonly freshResolver: () => Resolver
  /** Zones of the operator's DNS block lists. */
  readonly blockLists: readonly string[]
  readonly log: Logger
}

/** Checks every source each hour, and purges the counts of days that are long over. */
export function sourceCheckJob(db: Knex, { freshResolver, blockLists, log }: SourceChecks): Job {
  return {
    name: 'source-checks',
    everySeconds: 3600,
    run: async (stopping) => {
      const { sources } = await readSources(db, new Date())
      const resolver = freshResolver()
      const lists = await tryBlockLists(resolver, sources.length === 0 ? [] : blockLists)
      for (const remark of lists.remarks) log.warn({ remark }, 'a DNS block list cannot be used now')
      for (const source of sources) {
        if (stopping.aborted) return
        const problem = await checkAndSave(db, resolver, lists, source)
        if (problem != null && problem !== source.problem)
          log.warn({ source: source.address, problem }, 'a source is not used')
      }
      await purgeDays(db, dayOf(new Date(Date.now() - keptDays * 86_400_000)))
    },
  }
}
