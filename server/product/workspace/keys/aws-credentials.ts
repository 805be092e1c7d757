import { awsKeyOf } from '../../../platform/auth/aws-keys.js'
import type { KeySource } from '../../../platform/auth/key-source.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { admitTaking, findKey, refuseRevoked } from './managed-keys.js'

/**
 * Hands out the AWS credentials of API keys. A key gets its own only: those of another key would be a way around its
 * own scopes and restrictions.
 *
 * @param signing the key ring's keys that the secrets are derived with
 */
export function awsCredentialHandlers(signing: KeySource) {
  return {
    createApiKeyAwsCredentials: async ({ principal, path, tx }) => {
      const id = fromTypeId('key', path.id)
      if (principal.kind === 'workspaceSession') {
        const key = await findKey(tx.sql, principal, id)
        admitTaking(principal, key, { verb: 'sign as', participle: 'used for signatures' })
        if (key.revoked_at !== null) throw new ApiError('invalid_state', 'The API key is revoked.')
      } else {
        if (principal.keyId !== id) throw new ApiError('not_found', 'A key gets only its own credentials.')
        await refuseRevoked(tx.sql, id)
      }
      const { accessKeyId, secret } = awsKeyOf(signing, id)
      return {
        status: 200,
        body: { access_key_id: accessKeyId, secret, secret_withheld: null },
        showsSecret: true,
      }
    },
  } satisfies Partial<Handlers>
}
