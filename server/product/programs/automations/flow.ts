import type { Definition, Step } from './definition.js'

/** The steps of a version in the order that they can be taken in. */
export interface Flow {
  /** The key of the first step. */
  readonly first: string
  /** A step by its key; undefined where the version has none of that key. */
  step(key: string): FlowStep | undefined
}

/** A step, and where it leads. */
export interface FlowStep {
  readonly step: Step
  /** The step behind it; null at the end. */
  readonly next: string | null
  /**
   * The first of the steps inside of it, by their name (`cases/0`, `else`, `on_timeout`). Where there are none
   * under a name, it is the step behind it.
   */
  readonly inside: ReadonlyMap<string, string | null>
}

/** Finds for each step of a version the one behind it. Steps never lead back, so every path ends. */
export function flowOf({ steps }: Pick<Definition, 'steps'>): Flow {
  const found = new Map<string, FlowStep>()
  const first = lay(steps, null, found)
  if (first === null) throw new Error('a version without steps was let through')
  return { first, step: (key) => found.get(key) }
}

/**
 * @param after the step behind these
 * @returns the first of them, or the one behind where there are none
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

/** The lists of steps inside of a step, by name. */
export function stepsInside(step: Step): (readonly [name: string, steps: readonly Step[]])[] {
  if (step.branch !== undefined) {
    const cases = step.branch.cases.map(({ steps }, index) => [`cases/${index}`, steps] as const)
    return [...cases, ['else', step.branch.else ?? []]]
  }
  if (step.wait_for_event !== undefined) return [['on_timeout', step.wait_for_event.on_timeout ?? []]]
  return []
}
