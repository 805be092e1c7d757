import type { InboundRoute } from 'postseal'
import { Status } from '../../../ui/status.js'

/** Says whether a route accepts mail. */
export function RouteStatus({ enabled }: Pick<InboundRoute, 'enabled'>) {
  return <Status of={enabled ? 'enabled' : 'disabled'}>{enabled ? 'Accepts mail' : 'Refuses mail'}</Status>
}
