import * as fc from 'fast-check'
import type { AutomationVersion } from 'postseal'
import { describe, expect, test } from 'vitest'
import {
  contentOf,
  isSame,
  lacksOf,
  requestOf,
  textOf,
} from '../../../console/screens/automations/definition/content.js'
import { placed, refusalsOf } from '../../../console/screens/automations/definition/placed.js'
import { readDefinition } from '../../../console/screens/automations/definition/read-definition.js'
import { beginWith, starts } from '../../../console/screens/automations/definition/starts.js'
import { changeStep } from '../../../console/screens/automations/definition/edit-steps.js'
import { stepsOf } from '../../../console/screens/automations/definition/steps.js'
import { type StepNames, outlineText } from '../../../console/screens/automations/words.js'
import { rule, steps, template } from '../../support/console/any-steps.js'

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
    expect(lacksOf({ ...content, steps }).get(reminder?.id ?? '')).toMatch(/Another step already has the key/)
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
      'On event signed_up',
      'Enters: Contacts whose plan is “pro”',
      'Once per contact',
      'Ends when the contact does closed',
      'Sender: As each template says',
      'Send “Receipt” [mail]',
      'Wait for order_placed, at most 3 days [order]',
      '  If it does not arrive in time:',
      '    Wait until 3 days before the time in trial_ends_at [early]',
    ])
  })

  test('can begin with each of the starting points, which lack only templates', () => {
    for (const { id } of starts) {
      expect([...new Set(lacksOf(beginWith(id).content).values())]).toEqual(['Choose a template.'])
    }
  })
})
