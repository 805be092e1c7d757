import { SendingApi, type SendingStatus } from '../../../generated/client/index.js'
import type { RequestOptions } from '../options.js'
import type { Transport } from '../transport.js'

/** Whether the workspace may send. Needs the scope `reports:read` or a session. */
export class Sending {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Says whether sending is halted, why, and the bounce and complaint rates that are watched to decide it. */
  retrieveStatus(options: RequestOptions = {}): Promise<SendingStatus> {
    return this.#transport.read(SendingApi, options, (api) => api.retrieveSendingStatus())
  }
}
