import { domainOf } from '../../../../base/addresses/address.js'
import type { SigningKeys } from '../../domains/dkim/signing-keys.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { timeOfMessage, type MessageContent } from './content.js'
import { signMessage } from '../../../mail/dkim/sign.js'

/**
 * Signs a composed message for its sender's domain, or leaves it unsigned if there is no key for the domain.
 *
 * @throws SealedError if the key cannot be opened
 */
export type MessageSigner = (
  message: Buffer,
  content: MessageContent,
  environment: Environment,
) => Promise<Buffer>

export function messageSigner(keysOf: SigningKeys): MessageSigner {
  return async (message, content, environment) => {
    const { workspaceId, from } = content
    const keys = await keysOf({ workspaceId, environment, fromDomain: domainOf(from.email) })
    return signMessage(message, keys, timeOfMessage(content))
  }
}
