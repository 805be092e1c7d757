import type { Knex } from 'knex'
import {
  latestReputations,
  type Reputation,
} from '../../../product/delivery/sources/reputation/reputation.js'
import { latestSpamRates } from '../../../product/domains/reputation/spam-rates.js'
import { table } from '../table.js'
import { complaintsOf, percent } from './words.js'

export interface ShowOptions {
  readonly json?: boolean
}

/** Largest number of domains shown: those with the highest rates. */
const maxDomains = 1000
/** Longest name, so that with the other columns a line has 80 characters at most. */
const maxName = 50

/** Shows the latest figure of each domain at Google, and of each source at Microsoft. */
export async function showFigures(db: Knex, { json }: ShowOptions): Promise<string> {
  const rates = await latestSpamRates(db, maxDomains)
  // A domain of several workspaces has the same figures in all of them, except those from before a workspace had it.
  const latest = new Map(rates.map((rate) => [rate.domain, rate]))
  for (const rate of rates) if (rate.day > (latest.get(rate.domain)?.day ?? '')) latest.set(rate.domain, rate)
  const domains = [...latest.values()]
  const sources = await latestReputations(db)
  if (json === true)
    return JSON.stringify(
      {
        domains: domains.map(({ domain, day, rate }) => ({
          domain,
          provider: 'google',
          day,
          spam_rate: rate,
        })),
        sources: sources.map(({ source, day, result, complaintRate, trapHits }) => ({
          ...{ source, provider: 'microsoft', day, result },
          ...{ complaint_rate: complaintRate, trap_hits: trapHits },
        })),
      },
      null,
      2,
    )
  if (domains.length === 0 && sources.length === 0)
    return 'There are no figures yet: postseal reputation import reads them from a file.'
  const parts = [
    ...(domains.length === 0
      ? []
      : [`Google:\n${table(['domain', 'day', 'spam rate'], domains.map(rowOf))}`]),
    ...(rates.length < maxDomains ? [] : ['Domains with lower rates are left out.']),
    ...(sources.length === 0 ? [] : [`Microsoft:\n${table(sourceHeads, sources.map(sourceRow))}`]),
  ]
  return parts.join('\n\n')
}

function rowOf({ domain, day, rate }: { domain: string; day: string; rate: number }): string[] {
  const name = domain.length > maxName ? `${domain.slice(0, maxName - 1)}…` : domain
  return [name, day, percent(rate)]
}

const sourceHeads = ['source', 'day', 'result', 'complaints', 'traps']

function sourceRow({ source, day, result, complaintRate, trapHits }: Reputation): string[] {
  return [source, day, result, complaintsOf(complaintRate), String(trapHits)]
}
