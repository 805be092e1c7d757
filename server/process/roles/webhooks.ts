import { openResolver } from '../../mail/dns/open-resolver.js'
import { publicUrl } from '../../platform/http/connection/public-url.js'
import { addressGuard } from '../../mail/network/address-guard.js'
import { webhookMetrics } from '../../product/webhooks/metrics.js'
import { receiverAddresses } from '../../product/webhooks/receivers/addresses.js'
import { webhookSender } from '../../product/webhooks/send/sender.js'
import { startWebhookWorker } from '../../product/webhooks/worker.js'
import type { RoleContext } from './context.js'

/**
 * Starts the role `webhooks`: the worker that sends events to subscriptions.
 *
 * @param httpPort the port that HTTP is bound to, by which receivers are known where no public URL is configured
 */
export function startWebhooksRole(context: RoleContext, httpPort: () => number): void {
  const { config, db, owner, parts, progress, wakes } = context
  const worker = startWebhookWorker({
    db,
    owner,
    sealer: context.webhookSealer,
    sender: webhookSender({
      resolver: openResolver(config.dnsServers),
      guard: addressGuard(config.allowedWebhookCidrs),
      timeoutSeconds: config.webhooks.timeoutSeconds,
      connections: config.webhooks.concurrency,
      isOwnReceiver: (url) => receiverAddresses(publicUrl(config, httpPort())).isOwn(url),
    }),
    config: config.webhooks,
    log: context.logOf('webhooks'),
    metrics: webhookMetrics(context.registry, db),
    progress,
  })
  wakes.attach('webhooks', worker)
  parts.addWorker('webhooks', () => worker.stop())
}
