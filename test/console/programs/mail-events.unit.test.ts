import { expect, test } from 'vitest'
import { earlierSteps } from '../../../console/screens/automations/definition/earlier-steps.js'
import { mailOf } from '../../../console/screens/automations/definition/mail-events.js'
import { fromSteps, stepsOf } from '../../../console/screens/automations/definition/steps.js'
import { stepWords } from '../../../console/screens/automations/words.js'

/** The mails whose opens and clicks an automation can wait for. */

const rule = { property: { name: 'plan', op: 'eq', value: 'pro' } } as const
const clicked = {
  name: 'message.clicked',
  where: [{ name: 'step_key', op: 'eq', value: 'welcome' }],
  timeout: 'P3D',
} as const
const root = fromSteps([
  { key: 'welcome', send: { template_id: 'tpl_1' } },
  {
    key: 'by_plan',
    branch: {
      cases: [
        {
          if: rule,
          steps: [
            { key: 'pro', send: { template_id: 'tpl_2' } },
            { key: 'followed', wait_for_event: clicked },
          ],
        },
        { if: rule, steps: [{ key: 'other', send: { template_id: 'tpl_3' } }] },
      ],
    },
  },
  { key: 'end', exit: {} },
])
const before = (key: string) =>
  earlierSteps(root, stepsOf(root).find((step) => step.key === key)!.id).map((step) => step.key)

test('the steps before one are those on the way to it, the nearest first', () => {
  expect(before('followed')).toEqual(['pro', 'by_plan', 'welcome'])
  expect(before('welcome')).toEqual([])
  expect(before('end')).toEqual(['other', 'followed', 'pro', 'by_plan', 'welcome'])
})

test('a wait for a click names the mail', () => {
  const names = { list: new Map(), segment: new Map(), campaign: new Map() }
  const step = stepsOf(root).find(({ key }) => key === 'followed')!
  expect(mailOf(step.body)).toEqual({ event: 'message.clicked', key: 'welcome' })
  expect(stepWords(step, { ...names, template: new Map(), route: new Map() })).toBe(
    'Wait for a click in the mail “welcome”, at most 3 days',
  )
  expect(mailOf({ name: 'order_placed', where: clicked.where })).toBeUndefined()
})
