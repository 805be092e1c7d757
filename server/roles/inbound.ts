import { openResolver } from '../dns/open-resolver.js'
import { startInbound, type Inbound } from '../inbound/inbound.js'
import { inboundMetrics } from '../inbound/metrics.js'
import { inboundTls } from '../inbound/tls.js'
import type { RoleContext } from './context.js'

/** Starts the role `inbound`: the SMTP receiver of bounces, complaints and DMARC reports. */
export async function startInboundRole(context: RoleContext): Promise<Inbound> {
  const { config, db, parts } = context
  const inbound = await startInbound({
    db,
    host: config.inboundHost,
    port: config.inboundPort,
    hostname: config.hostname,
    tls: inboundTls(config.inboundTls),
    returnPath: context.returnPath,
    resolver: openResolver(config.dnsServers),
    staysHere: config.transport.kind === 'sink',
    feedbackProviders: config.feedbackProviders,
    drainSeconds: config.delivery.drainSeconds,
    brake: context.brake,
    log: context.logOf('inbound'),
    metrics: inboundMetrics(context.registry),
  })
  parts.add('inbound', () => inbound.close())
  return inbound
}
