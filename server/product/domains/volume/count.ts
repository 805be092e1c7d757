import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { mailboxProviderOf } from '../../../mail/mailbox-domains.js'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'

/**
 * Number of mails to one mailbox provider in a day beyond which a sender is a bulk sender, of whom DMARC is demanded.
 * Gmail and Yahoo say 5,000: a domain that grows is warned before they act.
 */
const bulkMails = 1000

/** Time between two writes of the counts, in milliseconds. */
const writeMs = 5000

/**
 * Adds to the days of a workspace's domains, and marks those that have become bulk senders, which are checked at
 * once. Mail of senders without a domain here is not counted.
 */
const add = statement<
  [
    workspaceId: WorkspaceId,
    domains: string[],
    providers: string[],
    days: string[],
    mails: number[],
    bulk: number,
  ]
>(
  'add_domain_provider_days',
  `with counted as (
     insert into domain_provider_days as days (workspace_id, domain_id, day, provider, mails)
     select domain.workspace_id, domain.id, new.day, new.provider, new.mails
     from unnest($2::text[], $3::text[], $4::date[], $5::integer[]) as new (name, provider, day, mails)
     join domains domain on domain.workspace_id = $1 and domain.name = new.name
     order by domain.id, new.day, new.provider
     for key share of domain
     on conflict (workspace_id, domain_id, day, provider) do update set mails = days.mails + excluded.mails
     returning domain_id, mails
   )
   update domains set bulk_since = now(), next_check_at = now()
   where workspace_id = $1 and bulk_since is null
     and id in (select domain_id from counted where mails > $6::integer)`,
)

interface Count {
  readonly domain: string
  readonly provider: string
  /** Day in UTC, as `2026-11-27`. */
  readonly day: string
  mails: number
}

/**
 * Counts the mail that mailbox providers have accepted, by the domain in From. It counts in memory and writes every
 * few seconds; a process that dies loses the counts that it has not written.
 */
export class ProviderCounts {
  readonly #db: Knex
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  readonly #counts = new Map<WorkspaceId, Map<string, Count>>()

  constructor(db: Knex, log: Logger) {
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => void this.#write(), writeMs)
  }

  /**
   * Counts a mail that was delivered.
   *
   * @param fromDomain as A-labels in lower case
   * @param destination the recipient's domain, likewise
   */
  count(workspaceId: WorkspaceId, fromDomain: string, destination: string): void {
    const provider = mailboxProviderOf(destination)
    if (provider === undefined) return
    this.#add(workspaceId, {
      domain: fromDomain,
      provider,
      day: new Date().toISOString().slice(0, 10),
      mails: 1,
    })
  }

  #add(workspaceId: WorkspaceId, { domain, provider, day, mails }: Count): void {
    const ofWorkspace = this.#counts.get(workspaceId) ?? new Map<string, Count>()
    this.#counts.set(workspaceId, ofWorkspace)
    const key = `${domain} ${provider} ${day}`
    const count = ofWorkspace.get(key) ?? { domain, provider, day, mails: 0 }
    ofWorkspace.set(key, count)
    count.mails += mails
  }

  /** Writes the remaining counts. Nothing is counted afterwards. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    for (const [workspaceId, counts] of [...this.#counts]) {
      this.#counts.delete(workspaceId)
      const rows = [...counts.values()]
      try {
        await add(
          this.#db,
          workspaceId,
          rows.map(({ domain }) => domain),
          rows.map(({ provider }) => provider),
          rows.map(({ day }) => day),
          rows.map(({ mails }) => mails),
          bulkMails,
        )
      } catch (error) {
        // The next write tries again.
        for (const row of rows) this.#add(workspaceId, row)
        const fields = { workspace_id: toTypeId('ws', workspaceId), err: error }
        this.#log.warn(fields, 'the mails that providers have taken could not be counted')
      }
    }
  }
}
