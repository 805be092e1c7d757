import type { Knex } from 'knex'
import type { AddressTokens } from '../../../../../platform/auth/address-tokens.js'
import type { SubscriptionLinks } from '../../../../audience/subscriptions/links/links.js'
import type { Renderer } from '../../../../content/rendering/compiling/source.js'
import type { TemplateStore } from '../../../../content/store.js'
import type { SenderRules } from '../../../../domains/sender-rules.js'
import type { Wakes } from '../../../../../platform/queue/wakes/wakes.js'

/** The dependencies of the functions that find and render the mail of a step. */
export interface RenderDependencies {
  readonly templates: TemplateStore
  readonly renderer: Pick<Renderer, 'render'>
  readonly senderRules: SenderRules
  /** URL of the service as seen from outside, without a trailing slash. */
  readonly publicUrl: string
}

/** The dependencies of steps that send. */
export interface SendDependencies extends RenderDependencies {
  readonly db: Knex
  readonly links: Pick<SubscriptionLinks, 'unsubscribeUrl' | 'contactUnsubscribeUrl' | 'topicUnsubscribeUrl'>
  /** Makes the tokens that stand for erased addresses. */
  readonly tokens: AddressTokens
  readonly wakes: Pick<Wakes, 'delivery'>
}
