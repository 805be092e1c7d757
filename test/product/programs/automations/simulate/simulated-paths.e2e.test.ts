import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomSteps } from '../../../../support/automations/random-automations.js'
import { seededRandom } from '../../../../support/arbitrary/random.js'
import {
  addScene,
  days,
  pathOf,
  seconds,
  startAutomations,
  type RunningAutomations,
} from '../../../../support/automations/running-automations.js'
import type { Simulated } from '../../../../support/automations/simulations.js'
import { until } from '../../../../support/time/until.js'

/**
 * Runs take the paths that their simulations have shown. `POSTSEAL_TEST_RUNS=200` before `npx vitest run` of this file
 * makes it long, and `POSTSEAL_TEST_SEED` repeats its automations.
 */

const many = Number(process.env['POSTSEAL_TEST_RUNS'] ?? 15)
const seed = Number(process.env['POSTSEAL_TEST_SEED'] ?? randomInt(2 ** 31))

let running: RunningAutomations
beforeAll(async () => {
  running = await startAutomations()
})
afterAll(() => running.service.stop())

test('rules count the event that started the run, in a simulation as well', async () => {
  const { clock } = running
  // Rules look at what happened until now, by the clock of the automations.
  clock.pass(1 * days)
  const scene = await addScene(running)
  const { calls } = scene
  const times = (value: number, where?: object) => ({
    event: { name: 'ordered', count: { op: 'gte', value }, within: 'P30D', ...where },
  })
  const isBig = { where: [{ name: 'total', op: 'gte', value: 50 }] }
  const automation = await calls.published({
    trigger: { event: { name: 'ordered' } },
    entry_rule: times(2),
    steps: [
      {
        key: 'which',
        branch: {
          cases: [
            { if: times(3), steps: [{ key: 'third', notify: { name: 'third' } }] },
            { if: times(1, isBig), steps: [{ key: 'big', notify: { name: 'big' } }] },
          ],
        },
      },
      // What started it is none that it waits for.
      { key: 'next', wait_for_event: { name: 'ordered', timeout: 'PT1S', on_timeout: [] } },
    ],
  })
  const contact = await calls.contact('ada@counts.example')
  const expected = [
    [],
    ['which done', 'big done', 'next timed_out'],
    ['which done', 'third done', 'next timed_out'],
  ]
  for (const [index, path] of expected.entries()) {
    const data = { total: index === 0 ? 7 : 50 }
    const simulated = await calls.simulate(automation, { contact_id: contact, data })
    const { entered, reason, ...shown } = simulated.body as Simulated
    expect([entered, reason]).toEqual(index === 0 ? [false, 'entry_rule'] : [true, null])
    expect(pathOf(shown)).toEqual(path)
    await calls.recordEvent(contact, 'ordered', { properties: data })
    await scene.settled()
    if (index === 0) expect((await calls.runs(automation)).body.data).toEqual([])
    else {
      const runs = await scene.runsOf(automation, contact, index)
      await scene.restsAt(automation, runs.at(-1) ?? '', 'next')
      clock.pass(1 * seconds)
      expect(pathOf(await scene.ended(automation, runs.at(-1) ?? ''))).toEqual(path)
    }
  }
})

test(`${many} automations of random steps`, { timeout: 300_000 + many * 500 }, async () => {
  const { clock, service } = running
  clock.pass(1 * days)
  const scene = await addScene(running)
  const { calls } = scene
  const random = seededRandom(seed)
  const runs: { definition: object; automation: string; run: string; shown: Simulated }[] = []
  for (let index = 0; index < many; index += 1) {
    const definition = { ...randomSteps(random), trigger: { event: { name: `start_${index}` } } }
    const automation = await calls.published(definition)
    const contact = await calls.contact(`reader-${index}@random.example`, { properties: { a: 1 } })
    const at = clock.now().toISOString()
    const { body } = await calls.simulate(automation, { contact_id: contact, at })
    await calls.recordEvent(contact, `start_${index}`)
    const [run = ''] = await scene.runsOf(automation, contact)
    runs.push({ definition, automation, run, shown: body as Simulated })
  }
  await until(async () => {
    await scene.settled()
    clock.pass(1 * days)
    const { rows } = await service.sql.query(
      'select from automation_runs where workspace_id = $1 and ended_at is null limit 1',
      [scene.tenant.workspaceId],
    )
    return rows.length === 0
  }, 'the end of the runs')
  for (const { definition, automation, run, shown } of runs) {
    const ended = await scene.run(automation, run)
    const { steps } = ended
    const what = `seed ${seed}: ${JSON.stringify(definition)}`
    expect(pathOf({ steps }), what).toEqual(pathOf(shown))
    expect(
      steps.map(({ taken }) => taken),
      what,
    ).toEqual(shown.steps.map(({ taken }) => taken))
    expect([ended.status, ended.ended_reason], what).toEqual([shown.status, shown.ended_reason])
  }
})
