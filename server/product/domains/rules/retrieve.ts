import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { sendingStatus } from '../../workspace/halting/halting.js'
import { presentDomain } from '../present.js'
import { worstSpamRate } from '../reputation/spam-rates.js'
import type { DomainRow } from '../domain-rows.js'
import type { SendingSetup } from '../sending-setup.js'
import { judgeRules, type RuledDomain } from './judge.js'

/** Settings of the service's outgoing mail, beyond those that domains have to agree with. */
export interface Outgoing extends Pick<RuledDomain, 'publicUrl' | 'relayTls'> {
  readonly sourceProblems: () => Promise<RuledDomain['sourceProblems']>
}

const selectMost = statement<[workspaceId: WorkspaceId, domainId: Uuid], { mails: number }>(
  'select_most_mails_of_domain',
  `select coalesce(max(mails), 0)::integer as mails from domain_provider_days
   where workspace_id = $1 and domain_id = $2 and day > (now() at time zone 'UTC')::date - 30`,
)

/** Returns the rules of mailbox providers for a domain, in the contract's shape. */
export async function retrieveDomainRules(
  db: Knex,
  setup: SendingSetup,
  { publicUrl, relayTls, sourceProblems }: Outgoing,
  row: DomainRow,
): Promise<components['schemas']['DomainRules']> {
  const { workspace_id: workspaceId, id, name } = row
  const [most] = await selectMost(db, workspaceId, id)
  const mostMails = most?.mails ?? 0
  const { window: sending } = await sendingStatus(db, workspaceId)
  const spamRate = await worstSpamRate(db, workspaceId, id)
  const { records } = await presentDomain(db, setup, row)
  return {
    domain_id: toTypeId('dom', id),
    domain: name,
    bulk_sender_since: row.bulk_since?.toISOString() ?? null,
    most_mails_to_a_provider: mostMails,
    rules: judgeRules({
      row,
      records,
      setup,
      publicUrl,
      relayTls,
      sourceProblems: await sourceProblems(),
      mostMails,
      sending,
      spamRate,
    }),
  }
}
