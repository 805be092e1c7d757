import type { Direction } from '../../../ui/controls/directions.js'
import type { SegmentRule } from 'postseal'
import {
  blockOf,
  emptyRule,
  freshKey,
  keysOf,
  newBlock,
  newId,
  placeOf,
  type Block,
  type Step,
} from './steps.js'

/** Changes of an automation's steps: each returns a new tree, and leaves the old one unchanged. */

function inBlock(block: Block, id: string, change: (steps: readonly Step[]) => readonly Step[]): Block {
  if (block.id === id) return { ...block, steps: change(block.steps) }
  return {
    ...block,
    steps: block.steps.map((step) =>
      step.blocks.length === 0
        ? step
        : { ...step, blocks: step.blocks.map((each) => inBlock(each, id, change)) },
    ),
  }
}

/** Changes one step, at any depth. */
export function changeStep(root: Block, id: string, change: (step: Step) => Step): Block {
  return {
    ...root,
    steps: root.steps.map((step) => {
      if (step.id === id) return change(step)
      if (step.blocks.length === 0) return step
      return { ...step, blocks: step.blocks.map((each) => changeStep(each, id, change)) }
    }),
  }
}

/** Inserts a step into a block, at its end if no index is given. */
export function add(root: Block, blockId: string, step: Step, index?: number): Block {
  return inBlock(root, blockId, (steps) =>
    steps.toSpliced(Math.min(index ?? steps.length, steps.length), 0, step),
  )
}

export function remove(root: Block, id: string): Block {
  const place = placeOf(root, id)
  if (place === undefined) return root
  return inBlock(root, place.block.id, (steps) => steps.filter((step) => step.id !== id))
}

/** Inserts a copy after a step. The copied steps get keys of their own. */
export function copy(root: Block, id: string): { readonly root: Block; readonly step: Step } | undefined {
  const place = placeOf(root, id)
  if (place === undefined) return undefined
  const taken = keysOf(root)
  const copied = (step: Step): Step => {
    const key = freshKey(step.key, taken)
    taken.add(key)
    const blocks = step.blocks.map((block) => ({
      ...block,
      id: newId(),
      steps: block.steps.map(copied),
    }))
    return { ...step, id: newId(), key, blocks }
  }
  const step = copied(place.step)
  return { root: add(root, place.block.id, step, place.index + 1), step }
}

/**
 * Moves a step: up or down among its neighbours, and at either end of a case into the case beside it; into the step
 * above it (or else below it); or out of the step that contains it, to the place after that step.
 *
 * @returns undefined if the step can't be moved in that direction
 */
export function move(root: Block, id: string, direction: Direction): Block | undefined {
  const place = placeOf(root, id)
  if (place === undefined) return undefined
  const { step, block, index, owner } = place
  const rest = remove(root, id)
  const beside = (by: number) => owner?.blocks[owner.blocks.findIndex((each) => each.id === block.id) + by]
  switch (direction) {
    case 'up': {
      if (index > 0) return add(rest, block.id, step, index - 1)
      const before = beside(-1)
      return before === undefined ? undefined : add(rest, before.id, step)
    }
    case 'down': {
      if (index < block.steps.length - 1) return add(rest, block.id, step, index + 1)
      const after = beside(1)
      return after === undefined ? undefined : add(rest, after.id, step, 0)
    }
    case 'in': {
      const into = block.steps[index - 1]?.blocks.at(-1)
      if (into !== undefined) return add(rest, into.id, step)
      const below = block.steps[index + 1]?.blocks[0]
      return below === undefined ? undefined : add(rest, below.id, step, 0)
    }
    case 'out': {
      const outer = owner === undefined ? undefined : placeOf(root, owner.id)
      return outer === undefined ? undefined : add(rest, outer.block.id, step, outer.index + 1)
    }
  }
}

/** Adds a case to a branch, the last before `else`. */
export function addCase(root: Block, stepId: string): { readonly root: Block; readonly block: Block } {
  const block = newBlock('case', [], emptyRule)
  const changed = changeStep(root, stepId, (step) => ({
    ...step,
    blocks: step.blocks.toSpliced(step.blocks.filter(({ name }) => name === 'case').length, 0, block),
  }))
  return { root: changed, block }
}

/** Removes a case with its steps. */
export function removeCase(root: Block, blockId: string): Block {
  const owner = blockOf(root, blockId)?.owner
  if (owner === undefined) return root
  return changeStep(root, owner.id, (step) => ({
    ...step,
    blocks: step.blocks.filter(({ id }) => id !== blockId),
  }))
}

/** Sets the rule of a case. */
export function setRule(root: Block, blockId: string, rule: SegmentRule): Block {
  const owner = blockOf(root, blockId)?.owner
  if (owner === undefined) return root
  return changeStep(root, owner.id, (step) => ({
    ...step,
    blocks: step.blocks.map((block) => (block.id === blockId ? { ...block, rule } : block)),
  }))
}
