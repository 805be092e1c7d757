import type { Uuid } from '../../db/ids.js'
import type { Environment } from '../../auth/principal.js'

/** A row of `inbound_routes`. */
export interface RouteRow {
  readonly workspace_id: Uuid
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly name: string
  readonly recipient: string
  readonly domain: string
  readonly enabled: boolean
  readonly automatic: 'deliver' | 'keep' | 'drop'
  readonly require_dmarc: boolean
  /** Addresses, and domains behind an `@`; folded. */
  readonly block: readonly string[]
  readonly retain_days: number | null
  readonly updated_at: Date
}

/** A route, with how long its messages are kept: not beyond the workspace's retention. */
export interface ReceivingRoute extends RouteRow {
  readonly kept_days: number
}
