import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { largestPage, PageSize, type PageSizes } from '../../../audience/segments/search/page-size.js'
import { isDisturbed, RuleTimeoutError } from '../../../audience/segments/sql/timed-rule.js'
import { RendererBusyError } from '../../../content/rendering/compiling/source.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import { inTransaction } from '../../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { RetentionStart } from '../../../../platform/db/retention.js'
import type { Claimed } from '../../../../platform/queue/leases/claim-due.js'
import { campaignWork, type CampaignRow, type PauseReason } from '../campaign-rows.js'
import { pauseCampaign } from '../course/pause.js'
import { prepareRelease, type ReleaseDependencies, releaseBatch, type ReleaseContext } from './release.js'
import { QueueSpace } from './pace.js'
import type { UntitledRow } from './mail-of.js'
import { startCampaign } from './start.js'
import { senderRefusals } from '../../../domains/sender-rules.js'
import { hasRule } from '../rules.js'
import { walkPage } from './walk.js'

/** The dependencies of the work on campaigns. */
export interface TurnDependencies extends ReleaseDependencies {
  readonly retention: RetentionStart
  readonly log: Logger
  readonly sizes: PageSizes
}

/** The state that a turn keeps from step to step. */
interface Turn {
  readonly size: PageSize
  /** True if the last step was a page of the walk with rules. */
  hasRule: boolean
  /** Milliseconds for which the database has looked at the last page. */
  tookMs: number
  readonly space: QueueSpace
  /** The data that the release needs beside the recipients; undefined before it was looked up. */
  context: ReleaseContext | undefined
}

/**
 * Result of a step: the milliseconds for which to leave the campaign alone; null if there is nothing more to do;
 * `prepare` if the release needs its context first, and `render` if it needs subjects, neither of which a transaction
 * can wait for.
 */
type Stepped = number | null | { readonly prepare: CampaignRow } | { readonly render: readonly UntitledRow[] }

/**
 * Works on a claimed campaign for a turn: starts, walks and releases it in steps, each a transaction that keeps the
 * campaign's position. After the turn, or if the campaign has to wait, it is given back, so that campaigns take
 * turns.
 */
export async function takeTurn(
  dependencies: TurnDependencies,
  claimed: Claimed,
  isStopping: () => boolean,
): Promise<void> {
  const { db, config, log, sizes } = dependencies
  const until = performance.now() + config.turnMs
  const size = sizes.get(claimed.id) ?? new PageSize()
  sizes.set(claimed.id, size)
  const turn: Turn = { size, hasRule: false, tookMs: 0, space: new QueueSpace(), context: undefined }
  let afterMs: number | null = 0
  try {
    while (afterMs === 0 && performance.now() < until && !isStopping()) {
      afterMs = await goOn(dependencies, claimed, turn)
      // This is a wait for the pace, which is over before the worker would look again.
      if (afterMs !== null && afterMs > 0 && afterMs < config.fullMs) {
        await sleep(afterMs)
        afterMs = 0
      }
    }
  } catch (error) {
    if (isQuotaExceeded(error)) {
      // Other sends have used up the quota. The next turn sees how much there is.
      await campaignWork.giveBack(db, claimed, config.haltedMs)
      return
    }
    const reason = pauseReasonOf(error)
    if (reason === undefined) {
      await campaignWork.giveBack(db, claimed, config.haltedMs).catch(() => undefined)
      throw error
    }
    log.warn(
      { campaign_id: toTypeId('cmp', claimed.id), err: error, reason },
      'a campaign was paused by its limits',
    )
    // The rule is judged anew once the campaign is resumed.
    sizes.delete(claimed.id)
    await pauseClaimed(dependencies, claimed, reason)
    return
  }
  if (afterMs !== null) await campaignWork.giveBack(db, claimed, afterMs)
}

async function goOn(dependencies: TurnDependencies, claimed: Claimed, turn: Turn): Promise<number | null> {
  const retainedSince = await dependencies.retention(claimed.workspaceId)
  const stepped = await stepInTime(dependencies, claimed, turn, retainedSince)
  if (stepped === null || typeof stepped === 'number') return stepped
  if ('render' in stepped) {
    const waitMs = await renderFirst(turn, stepped.render, dependencies.config)
    if (waitMs > 0) return waitMs
  } else {
    const context = await prepareRelease(dependencies, stepped.prepare)
    if (typeof context === 'number') return context
    turn.context = context
  }
  // However long that took, a turn still releases something.
  return goOn(dependencies, claimed, turn)
}

/**
 * Renders the subjects that the next step stores.
 *
 * @returns the milliseconds for which to leave the campaign alone; 0 unless the renderer is busy
 */
async function renderFirst(
  { context }: Turn,
  mails: readonly UntitledRow[],
  { haltedMs }: TurnDependencies['config'],
): Promise<number> {
  try {
    await context?.mail.subjects.render(mails)
    return 0
  } catch (error) {
    if (error instanceof RendererBusyError) return haltedMs
    throw error
  }
}

/**
 * Does a step. A page whose rule takes too long is tried again with fewer contacts. If the page already has few, the
 * campaign is left alone for a while, so that one bad moment of the machine is not blamed on the rule.
 *
 * @throws ApiError 422 `segment_too_costly` if several turns in a row have found the rule too slow
 */
async function stepInTime(
  dependencies: TurnDependencies,
  claimed: Claimed,
  turn: Turn,
  retainedSince: Date,
): Promise<Stepped> {
  for (;;) {
    const stepped = await step(dependencies, claimed, turn, retainedSince).catch((error: unknown) => {
      if (error instanceof RuleTimeoutError) return undefined
      throw error
    })
    if (stepped !== undefined && !turn.hasRule) return stepped
    const isSlow = stepped === undefined ? turn.size.timedOut() : turn.size.ran(turn.tookMs)
    if (isSlow) {
      if (!(await isDisturbed(dependencies.db, claimed.workspaceId))) turn.size.blameRule()
      return dependencies.config.haltedMs
    }
    if (stepped !== undefined) return stepped
  }
}

/** Does a step in a transaction, unless the campaign was stopped or its lease was lost meanwhile. */
function step(
  { db, config, wakes }: TurnDependencies,
  claimed: Claimed,
  turn: Turn,
  retainedSince: Date,
): Promise<Stepped> {
  const { size, space, context } = turn
  turn.hasRule = false
  return inTransaction(db, async (tx): Promise<Stepped> => {
    const row = await campaignWork.lock(tx.sql, claimed)
    if (row?.status === 'scheduled') return startCampaign(tx, row, wakes)
    if (row?.status !== 'sending') return null
    if (row.phase === 'walk') {
      turn.hasRule = hasRule(row.rules ?? {})
      const max = turn.hasRule ? size.contacts : largestPage
      turn.tookMs = await walkPage(tx, row, { retainedSince, max, leaseSeconds: config.leaseSeconds })
      return 0
    }
    return context === undefined ? { prepare: row } : releaseBatch(tx, row, context, space)
  })
}

async function pauseClaimed(
  { db, wakes }: TurnDependencies,
  claimed: Claimed,
  reason: PauseReason,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await campaignWork.lock(tx.sql, claimed)
    if (row !== undefined) await pauseCampaign(tx, row, reason, wakes)
  })
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'quota_exceeded'
}

/**
 * Returns the reason for which an error pauses the campaign: its cause has to be fixed by somebody. Undefined for
 * other errors.
 */
function pauseReasonOf(error: unknown): PauseReason | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'segment_too_costly') return 'segment_too_costly'
  if (error.code === 'validation_failed') return 'segment_invalid'
  if (senderRefusals.has(error.code)) return 'domain_not_verified'
  return undefined
}
