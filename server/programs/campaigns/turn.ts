import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { AddressTokens } from '../../audience/erasure/address-tokens.js'
import { isStatementTimeout, PageSize, withStatementTimeout } from '../../audience/segments/page-size.js'
import type { SubscriptionLinks } from '../../audience/subscriptions/links/links.js'
import type { ProgramsConfig } from '../../config/defaults.js'
import type { TemplateStore } from '../../content/store.js'
import { toTypeId, type Uuid } from '../../db/ids.js'
import { inTransaction, type Transaction } from '../../db/transaction.js'
import type { SenderRules } from '../../domains/sender-rules.js'
import { ApiError } from '../../http/errors.js'
import type { Wakes } from '../../queue/wakes.js'
import { giveBackCampaign, lockClaimed, type ClaimedCampaign } from './claim.js'
import { pauseCampaign } from './pause.js'
import { prepareRelease } from './prepare-release.js'
import { releaseBatch, type ReleasableRow } from './release.js'
import { findCampaign, type CampaignRow, type PauseReason } from './rows.js'
import { startCampaign } from './start.js'
import { walkPage } from './walk.js'

/** The dependencies of the work on campaigns. */
export interface CampaignDependencies {
  readonly db: Knex
  readonly config: ProgramsConfig
  readonly templates: TemplateStore
  readonly senderRules: SenderRules
  readonly links: SubscriptionLinks
  readonly tokens: AddressTokens
  readonly wakes: Wakes
  readonly retention: (workspaceId: Uuid) => Promise<Date>
  readonly log: Logger
}

/**
 * Works on a claimed campaign for a turn: it is started, walked and released in steps, each a transaction that
 * keeps the campaign's position. After the turn, or where it has to wait, it is given back, so that campaigns
 * take turns.
 */
export async function takeTurn(
  dependencies: CampaignDependencies,
  claimed: ClaimedCampaign,
  isStopping: () => boolean,
): Promise<void> {
  const { db, config, log } = dependencies
  const until = performance.now() + config.turnMs
  const walk = new PageSize()
  let afterMs: number | null = 0
  try {
    while (afterMs === 0 && performance.now() < until && !isStopping()) {
      afterMs = await step(dependencies, claimed, walk)
    }
  } catch (error) {
    const reason = pauseReasonOf(error)
    if (reason === undefined) {
      await giveBackCampaign(db, claimed, config.haltedMs).catch(() => undefined)
      throw error
    }
    log.warn({ campaign_id: toTypeId('cmp', claimed.id), err: error, reason }, 'a campaign paused itself')
    await pauseClaimed(dependencies, claimed, reason)
    return
  }
  if (afterMs !== null) await giveBackCampaign(db, claimed, afterMs)
}

/** @returns how long to leave the campaign alone, in milliseconds; null where there is nothing more to do */
async function step(
  dependencies: CampaignDependencies,
  claimed: ClaimedCampaign,
  size: PageSize,
): Promise<number | null> {
  const { db } = dependencies
  const seen = await findCampaign(db, claimed.workspaceId, claimed.id)
  if (seen.status === 'scheduled') {
    return inStep(db, claimed, 'scheduled', (tx, row) => startCampaign(tx, row, dependencies.wakes))
  }
  if (seen.status !== 'sending') return null
  if (seen.phase === 'walk') return walkStep(dependencies, claimed, size)
  const context = await prepareRelease(dependencies, seen)
  if (typeof context === 'number') return context
  return inStep(db, claimed, 'sending', (tx, row) => releaseBatch(tx, row as ReleasableRow, context))
}

async function walkStep(
  { db, config, retention }: CampaignDependencies,
  claimed: ClaimedCampaign,
  size: PageSize,
): Promise<number | null> {
  const retainedSince = await retention(claimed.workspaceId)
  const began = performance.now()
  try {
    const after = await inStep(db, claimed, 'sending', async (tx, row) => {
      await withStatementTimeout(tx.sql)
      await walkPage(tx, row, { retainedSince }, size.contacts, config.leaseSeconds)
      return 0
    })
    size.ran(performance.now() - began)
    return after
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    size.timedOut()
    return 0
  }
}

/** Does a step in a transaction, unless the campaign was stopped or its lease was lost meanwhile. */
async function inStep(
  db: Knex,
  claimed: ClaimedCampaign,
  status: 'scheduled' | 'sending',
  work: (tx: Transaction, row: CampaignRow & { readonly now: Date }) => Promise<number | null>,
): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    const row = await lockClaimed(tx.sql, claimed)
    return row?.status === status ? work(tx, row) : null
  })
}

async function pauseClaimed(
  { db, wakes }: CampaignDependencies,
  claimed: ClaimedCampaign,
  reason: PauseReason,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockClaimed(tx.sql, claimed)
    if (row !== undefined) await pauseCampaign(tx, row, reason, wakes)
  })
}

/** What somebody has to mend pauses the campaign. */
function pauseReasonOf(error: unknown): PauseReason | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'segment_too_costly') return 'segment_too_costly'
  if (error.code === 'validation_failed') return 'segment_invalid'
  if (error.code === 'sender_domain_not_verified') return 'domain_not_verified'
  return undefined
}
