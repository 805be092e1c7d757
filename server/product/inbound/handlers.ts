import { inboundMessageHandlers, type InboundMessageDependencies } from './messages/handlers.js'
import { inboundRouteHandlers, type InboundRouteDependencies } from './routes/handlers.js'

export interface InboundDependencies extends InboundMessageDependencies, InboundRouteDependencies {}

/** The handlers of inbound messages and of the routes that take them. */
export function inboundHandlers(dependencies: InboundDependencies) {
  return { ...inboundMessageHandlers(dependencies), ...inboundRouteHandlers(dependencies) }
}
