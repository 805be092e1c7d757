import { stepsInside } from '../flow.js'
import type { Step } from '../definition.js'

/** The most steps of a version, those inside of others included. */
export const maxSteps = 100

/** The most levels of steps: those that are inside of none are on the first. */
export const maxLevels = 5

/** A step, and where it stands. */
export interface PlacedStep {
  readonly step: Step
  /** A JSON Pointer to it. */
  readonly at: string
  readonly level: number
}

/**
 * Lists the steps of a version in their order, those inside of a step behind it. It ends behind the first one too
 * many, and leaves out what is inside of one too deep.
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

/** @param name of the steps inside of a step, as a flow has it */
function pathInside({ step, at }: PlacedStep, name: string): string {
  if (step.branch === undefined) return `${at}/wait_for_event/${name}`
  return name === 'else' ? `${at}/branch/else` : `${at}/branch/${name}/steps`
}
