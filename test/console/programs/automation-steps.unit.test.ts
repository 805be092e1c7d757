import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  addCase,
  copy,
  move,
  remove,
  removeCase,
  setRule,
} from '../../../console/screens/automations/definition/edit-steps.js'
import {
  blockOf,
  excessOf,
  fromSteps,
  newStep,
  placeOf,
  pointersOf,
  sizeOf,
  stepKinds,
  stepsOf,
  toSteps,
  type Block,
} from '../../../console/screens/automations/definition/steps.js'
import type { Direction } from '../../../console/ui/controls/directions.js'
import { rule, steps } from '../../support/console/any-steps.js'

const outlines = steps.map(fromSteps)
const withStep = outlines.chain((root) =>
  fc.constantFrom(...stepsOf(root)).map((step) => ({ root, id: step.id })),
)
const keysOf = (root: Block) => stepsOf(root).map(({ key }) => key)
const sorted = (keys: readonly string[]) => [...keys].sort()

describe('the outline of an automation', () => {
  test('is written as the steps that it was read from', () => {
    fc.assert(
      fc.property(steps, (given) => {
        expect(toSteps(fromSteps(given))).toEqual(given)
      }),
    )
  })

  test('finds each step and case by its pointer', () => {
    fc.assert(
      fc.property(outlines, (root) => {
        const document = { steps: toSteps(root) }
        for (const [pointer, id] of pointersOf(root)) {
          const found = pointer
            .split('/')
            .slice(1)
            .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], document)
          const step = placeOf(root, id)?.step
          if (step === undefined) expect(found).toHaveProperty('if')
          else expect(found).toHaveProperty('key', step.key)
        }
      }),
    )
  })

  test('loses and doubles no step by a move, and a step that moved can be moved back', () => {
    const back: Readonly<Record<'up' | 'down', Direction>> = { up: 'down', down: 'up' }
    fc.assert(
      fc.property(
        withStep,
        fc.constantFrom<Direction>('up', 'down', 'in', 'out'),
        ({ root, id }, direction) => {
          const moved = move(root, id, direction)
          if (moved === undefined) return
          expect(sorted(keysOf(moved))).toEqual(sorted(keysOf(root)))
          if (direction === 'up' || direction === 'down')
            expect(move(moved, id, back[direction])).toEqual(root)
          if (direction === 'out') expect(placeOf(moved, id)?.owner).toEqual(ownerOf(moved, root, id))
        },
      ),
    )
  })

  /** The step around the one that a step was in. */
  function ownerOf(after: Block, before: Block, id: string) {
    const owner = placeOf(before, id)?.owner
    return owner === undefined ? undefined : placeOf(after, owner.id)?.owner
  }

  test('goes from the end of a case into the next one, and out behind its branch', () => {
    const root = fromSteps([
      {
        key: 'which',
        branch: {
          cases: [{ if: rule, steps: [{ key: 'one', exit: {} }] }],
          else: [{ key: 'two', exit: {} }],
        },
      },
    ])
    const one = stepsOf(root)[1]?.id ?? ''
    const down = move(root, one, 'down')
    expect(keysOf(down ?? root)).toEqual(['which', 'one', 'two'])
    expect(placeOf(down ?? root, one)?.block.name).toBe('else')
    const out = move(root, one, 'out')
    expect(out?.steps.map(({ key }) => key)).toEqual(['which', 'one'])
    expect(move(out ?? root, one, 'in')?.steps.map(({ key }) => key)).toEqual(['which'])
  })

  test('is as it was after an added step is removed, and after a removed one is put back', () => {
    fc.assert(
      fc.property(withStep, fc.constantFrom(...stepKinds), ({ root, id }, kind) => {
        const made = newStep(kind, root)
        expect(keysOf(root)).not.toContain(made.key)
        const place = placeOf(root, id)
        if (place === undefined) throw new Error('the step is gone')
        const { block, index, step } = place
        expect(remove(add(root, block.id, made, index), made.id)).toEqual(root)
        expect(add(remove(root, id), block.id, step, index)).toEqual(root)
      }),
    )
  })

  test('has a copy behind the step, with keys and ids of its own', () => {
    fc.assert(
      fc.property(withStep, ({ root, id }) => {
        const made = copy(root, id)
        const keys = keysOf(made?.root ?? root)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.length).toBe(stepsOf(root).length + stepsOf({ ...root, steps: [made!.step] }).length)
        expect(remove(made?.root ?? root, made?.step.id ?? '')).toEqual(root)
        const index = (of: string) => placeOf(made?.root ?? root, of)?.index ?? 0
        expect(index(made?.step.id ?? '')).toBe(index(id) + 1)
      }),
    )
  })

  test('gets and loses cases before else', () => {
    const root = add(fromSteps([]), 'root', newStep('branch', fromSteps([])))
    const branch = root.steps[0]?.id ?? ''
    const { root: more, block } = addCase(root, branch)
    expect(more.steps[0]?.blocks.map(({ name }) => name)).toEqual(['case', 'case', 'else'])
    const ruled = setRule(more, block.id, rule)
    expect(blockOf(ruled, block.id)?.block.rule).toEqual(rule)
    expect(removeCase(ruled, block.id)).toEqual(root)
  })

  test('says its limits: 100 steps, 5 levels, 20 cases', () => {
    let root = fromSteps([])
    for (let count = 0; count < 100; count++) root = add(root, 'root', newStep('exit', root))
    expect(excessOf(root)).toBeUndefined()
    expect(excessOf(add(root, 'root', newStep('exit', root)))).toMatch(/at most 100 steps/)

    let deep = fromSteps([])
    let into = 'root'
    for (let level = 1; level <= 5; level++) {
      const step = newStep('wait_for_event', deep)
      deep = add(deep, into, step)
      into = step.blocks[0]?.id ?? ''
    }
    expect(sizeOf(deep)).toEqual({ steps: 5, levels: 5 })
    expect(excessOf(deep)).toBeUndefined()
    expect(excessOf(add(deep, into, newStep('exit', deep)))).toMatch(/5 levels/)

    let branch = add(fromSteps([]), 'root', newStep('branch', fromSteps([])))
    const id = branch.steps[0]?.id ?? ''
    for (let count = 1; count < 20; count++) branch = addCase(branch, id).root
    expect(excessOf(branch)).toBeUndefined()
    expect(excessOf(addCase(branch, id).root)).toMatch(/at most 20 cases/)
  })
})
