import type { components } from '../../../generated/api-types.js'

/** Why nothing is sent to an address. */
export type SuppressionReason = components['schemas']['SuppressionReason']
