import type * as wire from '../../../generated/client/models.js'
import type { WithDates } from '../arguments/times.js'

// Request types. The contract has times as strings. The SDK also accepts a Date.
export type * from '../../../generated/sdk/requests.js'

/** The key to create. */
export interface CreateApiKeyRequest extends Omit<wire.CreateApiKeyRequest, 'restrictions'> {
  restrictions?: WithDates<wire.ApiKeyRestrictions> | undefined
}

/** The fields of a key to change. */
export interface UpdateApiKeyRequest extends Omit<wire.UpdateApiKeyRequest, 'restrictions'> {
  restrictions?: WithDates<wire.ApiKeyRestrictions> | undefined
}
