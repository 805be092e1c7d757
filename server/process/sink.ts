import { inboundTarget } from '../product/inbound/target.js'
import { logsOfReturnPath } from '../product/messages/reads/read-logs.js'
import { startSink, type Sink } from '../operate/sink/sink.js'
import type { ServiceContext } from '../platform/service/context.js'
import type { Features } from './features.js'

/**
 * Starts the role `sink`: the SMTP server that keeps mail instead of delivering it.
 *
 * @param inboundPort the port of the inbound receiver, to which the sink sends bounces and complaints
 */
export async function startSinkRole(
  context: ServiceContext,
  { delivery }: Pick<Features, 'delivery'>,
  inboundPort: number,
): Promise<Sink> {
  const { config, db, parts, publicUrl } = context
  const sink = await startSink({
    folder: `${config.dataDir}/sink`,
    host: config.sinkHost,
    port: config.sinkPort,
    inbound: inboundTarget(config.inboundHost, inboundPort),
    allow: [...config.sinkAllowedCidrs],
    publicUrl,
    logs: logsOfReturnPath(db, delivery.returnPath),
    log: context.logOf('sink'),
  })
  parts.add('sink', () => sink.close())
  return sink
}
