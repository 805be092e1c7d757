import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { SendingStatus } from '../replies/replies.js'
import type { Transport } from '../transport/transport.js'

/** The status that tells whether the workspace may send. Needs the scope `reports:read` or a session. */
export class Sending {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns whether sending is halted, why, and the bounce and complaint rates that are watched to decide it. */
  retrieveStatus(options: RequestOptions = {}): APIPromise<SendingStatus> {
    return this.#transport.read(op.retrieveSendingStatus, 'sending.retrieveStatus', {}, options)
  }
}
