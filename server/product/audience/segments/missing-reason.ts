import type { components } from '../../../../generated/api-types.js'
import { propertyTypeOf, type Compared } from './operators.js'
import type { SegmentValue } from './rule.js'
import { isTime } from './times.js'

export type Reason = components['schemas']['SegmentNodeResult']['reason']

/**
 * Why a comparison had nothing to compare.
 *
 * @param actual what the contact has; undefined where it has nothing
 * @returns null where there was something
 */
export function missingReason(
  comparison: { readonly op: string; readonly value: SegmentValue },
  compared: Compared,
  actual: unknown,
): Reason {
  const { op, value } = comparison
  if (op === 'exists') return null
  if (actual === undefined) return 'missing'
  if (compared !== 'property') return null
  return isComparable(op, value, actual) ? null : 'wrong_type'
}

function isComparable(op: string, value: SegmentValue, actual: unknown): boolean {
  switch (propertyTypeOf({ name: '', op, value })) {
    case 'number':
      return typeof actual === 'number'
    case 'text':
      return typeof actual === 'string'
    case 'time':
      return typeof actual === 'string' && isTime(actual)
    case 'any':
      return Array.isArray(value)
        ? value.some((item) => typeof item === typeof actual)
        : typeof value === typeof actual
  }
}
