import type { InboundRoute } from 'postseal'
import { Status } from '../../../ui/status.js'

/** Whether a route takes mail. */
export function RouteStatus({ enabled }: Pick<InboundRoute, 'enabled'>) {
  return <Status of={enabled ? 'enabled' : 'disabled'}>{enabled ? 'Takes mail' : 'Refuses mail'}</Status>
}
