import { awsKeyOf } from '../../../platform/auth/aws-keys.js'
import type { KeySource } from '../../../platform/auth/key-source.js'
import type { Principal } from '../../../platform/auth/principal.js'
import { fromTypeId, type Uuid } from '../../../platform/db/ids.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
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
      const id = keyIdOf(path.id, principal)
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

function keyIdOf(given: string, principal: Principal): Uuid {
  if (given !== 'current') return fromTypeId('key', given)
  if (principal.kind !== 'workspaceSession') return principal.keyId
  throw refusedValue('/path/id', 'not_allowed', 'must be the id of an API key: a session has none of its own')
}
