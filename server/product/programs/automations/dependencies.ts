import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import type { FindSuppressions } from '../../audience/suppressions/find.js'
import type { Renderer } from '../../content/rendering/compiling/source.js'
import type { TemplateStore } from '../../content/store.js'
import type { SenderRules } from '../../domains/sender-rules.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { RetentionStart } from '../../../platform/db/retention.js'
import type { LoadVersion } from './versions.js'

/** The dependencies of the operations of automations. */
export interface AutomationDependencies {
  readonly db: Knex
  /** Tells the time by which runs are due. */
  readonly clock: () => Date
  readonly versions: LoadVersion
  readonly renderer: Pick<Renderer, 'render'>
  readonly templates: TemplateStore
  readonly senderRules: SenderRules
  readonly findSuppressions: FindSuppressions
  /** Makes the tokens that stand for erased addresses. */
  readonly tokens: AddressTokens
  readonly retention: RetentionStart
  readonly wakes: Wakes
  /** URL of the service as seen from outside, without a trailing slash. */
  readonly publicUrl: string
  readonly log: Logger
}
