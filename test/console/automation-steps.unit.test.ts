import * as fc from 'fast-check'
import type { AutomationStep, AutomationVersion, SegmentRule } from 'postseal'
import { describe, expect, test } from 'vitest'
import { contentOf, isSame, lacksOf, requestOf, textOf } from '../../console/screens/automations/content.js'
import { placed, refusalsOf } from '../../console/screens/automations/placed.js'
import { readDefinition } from '../../console/screens/automations/read-definition.js'
import { beginWith, starts } from '../../console/screens/automations/starts.js'
import {
  add,
  addCase,
  changeStep,
  copy,
  move,
  remove,
  removeCase,
  setRule,
  type Direction,
} from '../../console/screens/automations/edit-steps.js'
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
} from '../../console/screens/automations/steps.js'
import { type StepNames, outlineText } from '../../console/screens/automations/words.js'

const rule = { property: { name: 'plan', op: 'eq', value: 'pro' } } as const satisfies SegmentRule
const template = 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'

/** Steps of all kinds, up to three levels deep, each with a key of its own. */
const steps = fc
  .letrec<{ step: Record<string, unknown>; steps: Record<string, unknown>[] }>((tie) => ({
    steps: fc.array(tie('step'), { maxLength: 2 }),
    step: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(
        { send: { template_id: template, variables: { code: 'A' } } },
        { wait: { for: 'P1D' } },
        { wait: { time_of_day: { time: '09:00', timezone: 'Europe/Berlin' } } },
        { update_contact: { properties: { asleep: true } } },
        { unsubscribe: {} },
        { exit: {} },
      ),
      fc.record({
        wait_for_event: fc.record(
          { name: fc.constant('order'), timeout: fc.constant('P3D'), on_timeout: tie('steps') },
          { requiredKeys: ['name', 'timeout'] },
        ),
      }),
      fc.record({
        branch: fc.record(
          {
            cases: fc.array(fc.record({ if: fc.constant(rule), steps: tie('steps') }), {
              minLength: 1,
              maxLength: 2,
            }),
            else: tie('steps'),
          },
          { requiredKeys: ['cases'] },
        ),
      }),
    ),
  }))
  .steps.filter((each) => each.length > 0)
  .map((each) => withKeys(each))

interface Inside {
  branch?: { cases: { if: unknown; steps: unknown[] }[]; else?: unknown[] }
  wait_for_event?: { on_timeout?: unknown[] }
}

/** Gives each step a key; what is empty and may be left out is left out, as the contract's own replies have it. */
function withKeys(given: readonly unknown[], next = { number: 0 }): AutomationStep[] {
  return given.map((step) => {
    const { branch, wait_for_event: wait, ...rest } = step as Inside
    const key = `step_${next.number++}`
    const inside = (list: unknown[] | undefined, name: string) =>
      list === undefined || list.length === 0 ? {} : { [name]: withKeys(list, next) }
    if (branch !== undefined) {
      const cases = branch.cases.map((each) => ({ if: each.if, steps: withKeys(each.steps, next) }))
      return { key, branch: { cases, ...inside(branch.else, 'else') } }
    }
    if (wait !== undefined) {
      const { on_timeout: late, ...body } = wait
      return { key, wait_for_event: { ...body, ...inside(late, 'on_timeout') } }
    }
    return { key, ...rest }
  }) as unknown as AutomationStep[]
}

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

const version = (given: unknown) => contentOf(given as AutomationVersion)

describe('what is written of an automation', () => {
  test('is the same whatever the order of names, and read from its own JSON', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const content = version({ trigger: { event: { name: 'a' } }, steps: given })
        const read = readDefinition(textOf(content))
        expect('content' in read && isSame(read.content, content)).toBe(true)
      }),
    )
    const one = version({ trigger: { list: { list_id: 'l', on: 'confirmed' } }, steps: [] })
    const other = version({ trigger: { list: { on: 'confirmed', list_id: 'l' } }, steps: [] })
    expect(isSame(one, other)).toBe(true)
    expect(isSame(one, version({ trigger: { manual: {} }, steps: [] }))).toBe(false)
  })

  test('lacks what is not filled in, each at its step', () => {
    const { content } = beginWith('welcome')
    const [welcome, , reminder] = stepsOf(content.steps)
    expect(lacksOf(content)).toEqual(
      new Map([
        [welcome?.id, 'Choose a template.'],
        [reminder?.id, 'Choose a template.'],
      ]),
    )
    const body = { template_id: template }
    let steps = changeStep(content.steps, welcome?.id ?? '', (step) => ({ ...step, body }))
    steps = changeStep(steps, reminder?.id ?? '', (step) => ({ ...step, body, key: 'welcome' }))
    expect(lacksOf({ ...content, steps }).get(reminder?.id ?? '')).toMatch(/Another step has the key/)
    steps = changeStep(steps, reminder?.id ?? '', (step) => ({ ...step, key: 'reminder' }))
    expect(lacksOf({ ...content, steps })).toEqual(new Map())
    expect(requestOf({ ...content, steps }).steps).toHaveLength(2)
  })

  test('has what the service says at the step that its pointer leads into', () => {
    const content = version({
      trigger: { manual: {} },
      steps: [
        { key: 'a', exit: {} },
        {
          key: 'b',
          branch: { cases: [{ if: rule, steps: [{ key: 'c', send: { template_id: template } }] }] },
        },
      ],
    })
    const [, b, c] = stepsOf(content.steps)
    const refusals = [
      { pointer: '/steps/1/branch/cases/0/steps/0/send/template_id', message: 'It must be there.' },
      { pointer: '/steps/1/branch/cases/0/if/property/name', message: 'It is wrong.' },
      { pointer: '/sender/from_email', message: 'It is missing.' },
    ]
    expect(placed(content, refusals)).toEqual(
      new Map([
        [c?.id, 'It must be there.'],
        [b?.blocks[0]?.id, 'It is wrong.'],
        ['sender', 'It is missing.'],
      ]),
    )
    expect(refusalsOf(refusals, '/steps/1/branch/cases/0/if')).toEqual([
      { pointer: '/property/name', message: 'It is wrong.' },
    ])
  })

  test.each([
    ['{', ''],
    ['{ "trigger": { "manual": {} }, "steps": [], "name": "x" }', '/name'],
    ['{ "trigger": { "manual": {}, "event": {} }, "steps": [] }', '/trigger'],
    ['{ "trigger": { "manual": {} }, "steps": [{ "exit": {} }] }', '/steps/0'],
    ['{ "trigger": { "manual": {} }, "steps": [{ "key": "a", "jump": {} }] }', '/steps/0/jump'],
    [
      '{ "trigger": { "manual": {} }, "steps": [{ "key": "a", "branch": { "cases": [{ "if": {}, "steps": [] }] } }] }',
      '/steps/0/branch/cases/0/if',
    ],
    ['{ "trigger": { "manual": {} }, "steps": [], "exit_on": [{ "rule": 4 }] }', '/exit_on/0/rule'],
  ])('is refused as JSON where it is none: %s', (text, pointer) => {
    expect(readDefinition(text)).toMatchObject({ mistakes: [{ pointer }] })
  })

  test('is told in words, step by step', () => {
    const names: StepNames = {
      list: new Map(),
      segment: new Map(),
      campaign: new Map(),
      route: new Map(),
      template: new Map([[template, 'Receipt']]),
    }
    const content = version({
      trigger: { event: { name: 'signed_up' } },
      entry_rule: rule,
      exit_on: [{ event: { name: 'closed' } }],
      reentry: { mode: 'once' },
      steps: [
        { key: 'mail', send: { template_id: template } },
        {
          key: 'order',
          wait_for_event: {
            name: 'order_placed',
            timeout: 'P3D',
            on_timeout: [
              { key: 'early', wait: { until_property: { name: 'trial_ends_at', offset: '-P3D' } } },
            ],
          },
        },
      ],
    })
    expect(outlineText(content, names).split('\n')).toEqual([
      'When the contact does signed_up',
      'Enters: Contacts whose plan is “pro”',
      'Each contact once ever',
      'It ends once the contact does closed',
      'Sender: As each template says',
      'Send “Receipt” [mail]',
      'Wait for order_placed, at most 3 days [order]',
      '  If it does not come in time:',
      '    Wait until 3 days before the time in trial_ends_at [early]',
    ])
  })

  test('can begin with each of the starting points, which lack only templates', () => {
    for (const { id } of starts) {
      expect([...new Set(lacksOf(beginWith(id).content).values())]).toEqual(['Choose a template.'])
    }
  })
})
