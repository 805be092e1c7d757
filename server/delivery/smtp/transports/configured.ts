import type { Config } from '../../../config/config.js'
import type { Transport } from '../../transport.js'
import type { Connector } from '../connector.js'
import type { SmtpSessionOptions } from '../session/open.js'
import { defaultTimeOuts } from '../session/time-outs.js'
import { mxTransport } from './mx.js'
import { relayTransport } from './relay.js'
import { routingTransport } from './routing.js'
import { sinkTransport } from './sink.js'

/**
 * What mail leaves by, as POSTSEAL_TRANSPORT says.
 *
 * @param sinkPort of the sink that runs
 * @param mxConnector opens connections to a domain's hosts; asked for only where mail goes there
 */
export function configuredTransport(
  { transport, hostname, sinkHost }: Config,
  sinkPort: number,
  mxConnector: () => Connector,
): Transport {
  const options: SmtpSessionOptions = { hostname, timeOuts: defaultTimeOuts }
  const sink = sinkTransport(sinkHost, sinkPort, options)
  if (transport.kind === 'sink') return sink
  if (transport.kind === 'relay') return routingTransport(sink, relayTransport(transport, options))
  return routingTransport(sink, mxTransport(mxConnector(), options))
}
