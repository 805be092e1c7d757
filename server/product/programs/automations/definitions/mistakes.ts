import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import type { Definition } from '../definition.js'
import { mistakesInStep } from '../steps/kinds.js'
import { bytesOf, inDuration, inEvent } from './field-mistakes.js'
import { maxLevels, maxSteps, placeSteps, type PlacedStep } from './place-steps.js'

/** The largest definition, in bytes of JSON. */
export const maxDefinitionBytes = 500_000

/** Returns true if a definition is larger than 500 kB of JSON, so that nothing else of it is looked at. */
export function isTooLarge(definition: Definition): boolean {
  return bytesOf(definition) > maxDefinitionBytes
}

/**
 * Returns the mistakes of a definition that the contract's schema lets through, as far as they show without looking
 * anything up. Rules are left out, since segments check them.
 *
 * @param at a JSON Pointer to the definition
 * @returns the mistakes in the order of the definition
 */
export function mistakesIn(definition: Definition, at: string): ErrorDetail[] {
  const { trigger, reentry, exit_on: exits, steps } = definition
  return [
    ...inEvent(trigger.event, `${at}/trigger/event`),
    ...inDuration(reentry.min_interval, `${at}/reentry/min_interval`),
    ...exits.flatMap(({ event }, index) => inEvent(event, `${at}/exit_on/${index}/event`)),
    ...inSteps(placeSteps(steps, `${at}/steps`)),
  ]
}

function inSteps(placed: readonly PlacedStep[]): ErrorDetail[] {
  const known = new Map<string, string>()
  return placed.flatMap((each, index) => {
    if (index === maxSteps) {
      const message = `is one more than the ${maxSteps} steps that an automation may have`
      return [{ path: each.at, code: 'too_many', message }]
    }
    const same = known.get(each.step.key)
    if (same === undefined) known.set(each.step.key, each.at)
    return [
      ...(same === undefined
        ? []
        : [{ path: `${each.at}/key`, code: 'duplicate' as const, message: `is the key of ${same} already` }]),
      ...(each.level > maxLevels
        ? [{ path: each.at, code: 'depth' as const, message: `is more than ${maxLevels} levels deep` }]
        : mistakesInStep(each.step, each.at)),
    ]
  })
}
