import type { Block, Step } from './steps.js'

/** Returns the steps that a run has come by before a step, at any depth, the nearest first. */
export function earlierSteps(root: Block, id: string): readonly Step[] {
  for (const [index, step] of root.steps.entries()) {
    const inside = step.blocks.find((block) => holds(block, id))
    if (step.id !== id && inside === undefined) continue
    const here = inside === undefined ? [] : [...earlierSteps(inside, id), step]
    return [...here, ...all(root.steps.slice(0, index)).toReversed()]
  }
  return []
}

function holds(block: Block, id: string): boolean {
  return all(block.steps).some((step) => step.id === id)
}

function all(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...step.blocks.flatMap((block) => all(block.steps))])
}
