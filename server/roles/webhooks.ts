import { openResolver } from '../dns/open-resolver.js'
import { addressGuard } from '../network/address-guard.js'
import { webhookMetrics } from '../webhooks/metrics.js'
import { webhookSender } from '../webhooks/send/sender.js'
import { startWebhookWorker } from '../webhooks/worker.js'
import type { RoleContext } from './context.js'

/** Starts the role `webhooks`: the worker that sends events to subscriptions. */
export function startWebhooksRole(context: RoleContext): void {
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
    }),
    config: config.webhooks,
    log: context.logOf('webhooks'),
    metrics: webhookMetrics(context.registry, db),
    progress,
  })
  wakes.attach('webhooks', worker)
  parts.addWorker('webhooks', () => worker.stop())
}
