import { openResolver } from '../../mail/dns/open-resolver.js'
import { addressGuard } from '../../mail/network/address-guard.js'
import { sealer } from '../../platform/auth/sealed.js'
import type { ServiceContext } from '../../platform/service/context.js'
import { deliveryHandlers } from './deliveries/delivery-handlers.js'
import { webhookHealthHandlers } from './health/health-handlers.js'
import { receiverMetrics, webhookMetrics } from './metrics.js'
import { receiverAddresses } from './receivers/addresses.js'
import { webhookReceiverHandlers } from './receivers/receiver-handlers.js'
import { receiverRouter, type ReceiverRouterOptions } from './receivers/router.js'
import { webhookSender } from './send/sender.js'
import { webhookSubscriptionHandlers } from './subscriptions/webhook-handlers.js'
import { startWebhookWorker } from './worker.js'

/** Opens subscriptions of webhooks, their deliveries, and the service's own receivers. */
export function openWebhooks(context: ServiceContext) {
  const { config, db, keyRing, owner, parts, progress, publicUrl, registry, retention, wakes } = context
  const secrets = sealer(keyRing.of('webhook'))
  const guard = addressGuard(config.allowedWebhookCidrs)
  const receivers = receiverAddresses(publicUrl)
  return {
    handlers: {
      ...deliveryHandlers({ retention, wakes }),
      ...webhookHealthHandlers(),
      ...webhookReceiverHandlers({ receivers, receiverSealer: sealer(keyRing.of('webhook-receiver')) }),
      ...webhookSubscriptionHandlers({ sealer: secrets, guard, receivers, wakes }),
    },
    /** Serves the addresses of the receivers. */
    receivers: (limits: Pick<ReceiverRouterOptions, 'bodies' | 'received'>) =>
      receiverRouter({ db, receivers, secrets, onDropped: receiverMetrics(registry), ...limits }),
    /** Starts the worker that sends events to subscriptions. */
    start: () => {
      const worker = startWebhookWorker({
        db,
        owner,
        sealer: secrets,
        sender: webhookSender({
          resolver: openResolver(config.dnsServers),
          guard,
          timeoutSeconds: config.webhooks.timeoutSeconds,
          connections: config.webhooks.concurrency,
          isOwnReceiver: (url) => receivers.isOwn(url),
        }),
        config: config.webhooks,
        log: context.logOf('webhooks'),
        metrics: webhookMetrics(registry, db),
        progress,
      })
      wakes.attach('webhooks', worker)
      parts.addWorker('webhooks', () => worker.stop())
    },
  }
}
