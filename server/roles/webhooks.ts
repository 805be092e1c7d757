import { openResolver } from '../dns/open-resolver.js'
import { publicUrl } from '../http/public-url.js'
import { addressGuard } from '../network/address-guard.js'
import { webhookMetrics } from '../webhooks/metrics.js'
import { receiverAddresses } from '../webhooks/receivers/addresses.js'
import { webhookSender } from '../webhooks/send/sender.js'
import { startWebhookWorker } from '../webhooks/worker.js'
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
