import { stepsInside } from '../flow.js'
import type { Step } from '../definition.js'

/** The most steps of a version, including those inside of others. */
export const maxSteps = 100

/** The most levels of steps. Steps that are inside of no other are on the first level. */
export const maxLevels = 5

/** A step with its place in the definition. */
export interface PlacedStep {
  readonly step: Step
  /** JSON Pointer to the step. */
  readonly at: string
  readonly level: number
}

/**
 * Lists the steps of a version in their order, with the steps inside of a step after it. The list ends after the
 * first step too many, and leaves out the steps inside of one that is too deep.
 *
 * @param at a JSON Pointer to the steps
 */
export function placeSteps(steps: readonly Step[], at: string): PlacedStep[] {
  const placed: PlacedStep[] = []
  const visit = (inner: readonly Step[], path: string, level: number): void => {
    for (const [index, step] of inner.entries()) {
      if (placed.length > maxSteps) return
      const here = { step, at: `${path}/${index}`, level }
      placed.push(here)
      if (level > maxLevels) continue
      for (const [name, substeps] of stepsInside(step)) visit(substeps, pathInside(here, name), level + 1)
    }
  }
  visit(steps, at, 1)
  return placed
}

/**
 * Returns a JSON Pointer to the steps inside of a step.
 *
 * @param name the name of the inner steps in the flow
 */
function pathInside({ step, at }: PlacedStep, name: string): string {
  if (step.branch === undefined) return `${at}/wait_for_event/${name}`
  return name === 'else' ? `${at}/branch/else` : `${at}/branch/${name}/steps`
}
