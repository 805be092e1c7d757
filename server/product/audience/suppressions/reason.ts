import type { components } from '../../../../generated/api-types.js'

/** Why nothing is sent to an address. */
export type SuppressionReason = components['schemas']['SuppressionReason']

/**
 * Why a recipient got nothing: its address is suppressed, or it has not confirmed the list that the mail was
 * to.
 */
export type UnsentReason = components['schemas']['UnsentReason']
