import type { Knex } from 'knex'
import type { AddressTokens } from '../../../../../platform/auth/address-tokens.js'
import type { SubscriptionLinks } from '../../../../audience/subscriptions/links/links.js'
import type { Renderer } from '../../../../content/rendering/compiling/source.js'
import type { TemplateStore } from '../../../../content/store.js'
import type { SenderRules } from '../../../../domains/sender-rules.js'
import type { Wakes } from '../../../../../platform/queue/wakes/wakes.js'

/** What it takes to find and to render the mail of a step. */
export interface RenderDependencies {
  readonly templates: TemplateStore
  readonly renderer: Pick<Renderer, 'render'>
  readonly senderRules: SenderRules
  /** How the service is reached from outside, without a trailing slash. */
  readonly publicUrl: string
}

/** What steps that send need. */
export interface SendDependencies extends RenderDependencies {
  readonly db: Knex
  readonly links: Pick<SubscriptionLinks, 'unsubscribeUrl' | 'contactUnsubscribeUrl' | 'topicUnsubscribeUrl'>
  /** What erased addresses stand under. */
  readonly tokens: AddressTokens
  readonly wakes: Pick<Wakes, 'delivery'>
}
