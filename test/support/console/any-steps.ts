import * as fc from 'fast-check'
import type { AutomationStep, SegmentRule } from 'postseal'

export const rule = { property: { name: 'plan', op: 'eq', value: 'pro' } } as const satisfies SegmentRule
export const template = 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'

/** Steps of all kinds, up to three levels deep, each with a key of its own. */
export const steps = fc
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
