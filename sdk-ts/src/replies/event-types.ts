import type * as wire from '../../../generated/client/models.js'
import type { OpenEvent } from './open.js'

export type * from '../../../generated/sdk/event-types.js'

/** An event of a type that this package version knows. `type` determines the shape of `data`. */
export type KnownEvent =
  | Exclude<OpenEvent<wire.KnownEvent>, { type: 'inbound.received' }>
  | OpenEvent<wire.InboundReceivedEvent>
