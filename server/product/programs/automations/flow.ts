import type { Definition, Step } from './definition.js'

/** The steps of a version in the order in which runs can take them. */
export interface Flow {
  /** Key of the first step. */
  readonly first: string
  /** Returns a step by its key; undefined if the version has none with that key. */
  step(key: string): FlowStep | undefined
}

/** A step with the steps that it leads to. */
export interface FlowStep {
  readonly step: Step
  /** Key of the step after it; null at the end. */
  readonly next: string | null
  /**
   * Key of the first of its inner steps, by their name (`cases/0`, `else`, `on_timeout`). If there are none under a
   * name, it is the key of the step after it.
   */
  readonly inside: ReadonlyMap<string, string | null>
}

/** Finds the step after each step of a version. Steps never lead back, so every path ends. */
export function flowOf({ steps }: Pick<Definition, 'steps'>): Flow {
  const found = new Map<string, FlowStep>()
  const first = lay(steps, null, found)
  if (first === null) throw new Error('a version without steps was let through')
  return { first, step: (key) => found.get(key) }
}

/**
 * Adds steps to `found`, with their inner steps.
 *
 * @param after the key of the step after these
 * @returns the key of the first of them, or `after` if there are none
 */
function lay(steps: readonly Step[], after: string | null, found: Map<string, FlowStep>): string | null {
  let next = after
  for (const step of [...steps].reverse()) {
    const behind = next
    const inside = stepsInside(step).map(([name, substeps]) => [name, lay(substeps, behind, found)] as const)
    found.set(step.key, { step, next: behind, inside: new Map(inside) })
    next = step.key
  }
  return next
}

/** Returns the lists of steps inside of a step, by name. */
export function stepsInside(step: Step): (readonly [name: string, steps: readonly Step[]])[] {
  if (step.branch !== undefined) {
    const cases = step.branch.cases.map(({ steps }, index) => [`cases/${index}`, steps] as const)
    return [...cases, ['else', step.branch.else ?? []]]
  }
  if (step.wait_for_event !== undefined) return [['on_timeout', step.wait_for_event.on_timeout ?? []]]
  return []
}
