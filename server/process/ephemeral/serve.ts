import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.js'
import { startService, type Service } from '../service.js'
import { connectionInfoOf, type ConnectionInfo } from './connection-info.js'

/**
 * Starts the service and gathers its connection info. In a file of its own since it loads the whole service, which
 * takes longer than to see that an option is wrong, and to begin to watch the process that started this one.
 *
 * @param ready called with the service as soon as it has to be stopped in order
 */
export async function serve(
  config: Config,
  log: Logger,
  ready: (service: Service, log: Logger) => void,
): Promise<ConnectionInfo> {
  const service = await startService(config, log, { beforeServing: (service) => ready(service, log) })
  return connectionInfoOf(config, service)
}
