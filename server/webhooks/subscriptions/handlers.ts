import type { AddressGuard } from '../../network/address-guard.js'
import type { Handlers } from '../../http/handler.js'
import type { Sealer } from '../../workspace/sealed.js'

export interface SubscriptionDependencies {
  readonly sealer: Sealer
  readonly guard: AddressGuard
  /** Tells the worker of this process that something is due. */
  readonly wake: () => void
}

type Operation =
  | 'listWebhooks'
  | 'upsertWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'revokeWebhookPreviousSecrets'

export function subscriptionHandlers(_dependencies: SubscriptionDependencies): Pick<Handlers, Operation> {
  const notYet = () => Promise.reject(new Error('not yet'))
  return {
    listWebhooks: notYet,
    upsertWebhook: notYet,
    updateWebhook: notYet,
    deleteWebhook: notYet,
    rotateWebhookSecret: notYet,
    revokeWebhookPreviousSecrets: notYet,
  }
}
