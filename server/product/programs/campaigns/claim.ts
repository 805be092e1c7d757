import { leasedRows } from '../../../platform/queue/leases/leased-rows.js'
import type { CampaignRow } from './rows.js'

/** A claimed campaign as it is stored, with the rate limiter's bucket and the baseline of the brake. */
export interface ClaimedRow extends CampaignRow {
  readonly now: Date
  readonly tokens: number
  readonly tokens_at: Date | null
  readonly brake_failed: number
}

/** Campaigns that have something to do. Each step of the work renews the lease. */
export const campaignWork = leasedRows<ClaimedRow>('campaigns', { columns: '*, now() as now' })
