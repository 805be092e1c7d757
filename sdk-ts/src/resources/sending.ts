import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { SendingStatus } from '../replies/replies.js'
import type { Transport } from '../transport/transport.js'

/** The sending status of the workspace. Needs the scope `reports:read` or a session. */
export class Sending {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns whether sending is halted and why, with the bounce and complaint rates that the service monitors. */
  retrieveStatus(options: RequestOptions = {}): APIPromise<SendingStatus> {
    return this.#transport.read(op.retrieveSendingStatus, 'sending.retrieveStatus', {}, options)
  }
}
