import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import { openInbox, type TestInbox } from '../../../../support/automations/automation-inbox.js'
import { programCalls } from '../../../../support/campaigns/program-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { steps, triggeredRuns, type Given } from '../../../../support/automations/triggered-runs.js'

/** Tests whom the rules of an automation let in. The inbox is acted on by hand, by its own clock. */

const hour = 3_600_000
const day = 24 * hour

let service: TestService
let inbox: TestInbox
beforeAll(async () => {
  service = await sharedApi()
  inbox = await openInbox(service)
})
afterAll(() => inbox.close())

const { given, runsOf, end } = triggeredRuns(() => ({ service, inbox }))

describe('re-entry', () => {
  const signUp = async (scene: Given, properties = {}) => {
    await scene.calls.recordEvent(scene.ada, 'signed_up', { properties })
    await inbox.work()
  }
  const published = ({ calls }: Given, reentry: object) =>
    calls.published({ trigger: { event: { name: 'signed_up' } }, steps, reentry })

  test('once: ever, even where retention has deleted the run', async () => {
    const scene = await given()
    const automation = await published(scene, { mode: 'once' })
    await signUp(scene)
    await end(automation)
    await signUp(scene)
    await inbox
      .db('automation_runs')
      .where({ automation_id: fromTypeId('aut', automation) })
      .delete()
    await signUp(scene)
    expect(await runsOf(scene, automation)).toEqual([])
    expect(await inbox.ignored(automation)).toEqual({ already_entered: 2 })
  })

  test('after_exit: one at a time, which is what holds where nothing is said', async () => {
    const scene = await given()
    const automation = await published(scene, {})
    await signUp(scene)
    await signUp(scene)
    expect(await runsOf(scene, automation)).toHaveLength(1)
    await end(automation)
    await signUp(scene)
    expect(await runsOf(scene, automation)).toHaveLength(2)
    expect(await inbox.ignored(automation)).toEqual({ already_running: 1 })
  })

  test('always: any number at a time, ten within a day', async () => {
    const scene = await given()
    const automation = await published(scene, { mode: 'always' })
    for (let times = 0; times < 12; times += 1) await scene.calls.recordEvent(scene.ada, 'signed_up')
    expect(await runsOf(scene, automation)).toHaveLength(10)
    expect(await inbox.ignored(automation)).toEqual({ too_many_runs: 2 })
    inbox.clock.pass(day - hour)
    await signUp(scene)
    expect(await inbox.ignored(automation)).toEqual({ too_many_runs: 3 })
    inbox.clock.pass(hour + 1)
    await signUp(scene)
    expect(await runsOf(scene, automation)).toHaveLength(11)
  })

  test('min_interval counts from the last start that came about', async () => {
    const scene = await given()
    const automation = await published(scene, { mode: 'always', min_interval: 'PT2H' })
    await signUp(scene)
    inbox.clock.pass(hour)
    await signUp(scene)
    inbox.clock.pass(hour - 1)
    await signUp(scene)
    expect(await runsOf(scene, automation)).toHaveLength(1)
    inbox.clock.pass(1)
    await signUp(scene)
    expect(await runsOf(scene, automation)).toHaveLength(2)
    expect(await inbox.ignored(automation)).toEqual({ min_interval: 2 })
  })

  test('key: for each value apart, and for none', async () => {
    const scene = await given()
    const automation = await published(scene, { mode: 'after_exit', key: 'cart_id' })
    const long = 'x'.repeat(999)
    const carts = ['a', 'b', 'a', 7, 7, undefined, undefined, `${long}1`, `${long}2`, `${long}1`]
    for (const cart_id of carts)
      await scene.calls.recordEvent(scene.ada, 'signed_up', { properties: { cart_id } })
    const keys = (await runsOf(scene, automation)).map(({ key }) => key)
    expect(keys.slice(0, 4)).toEqual(['a', 'b', '7', null])
    expect(keys.slice(4)).toEqual([expect.stringMatching(/^sha256:/), expect.stringMatching(/^sha256:/)])
    expect(await inbox.ignored(automation)).toEqual({ already_running: 4 })
  })
})

describe('an entry rule', () => {
  test('lets in whom it selects, as the contact is when the event is acted on', async () => {
    const scene = await given()
    const { calls, ada } = scene
    const entry_rule = { property: { name: 'plan', op: 'eq', value: 'pro' } }
    const automation = await calls.published({ trigger: { event: { name: 'signed_up' } }, entry_rule, steps })
    const bob = await calls.contact('bob@example.com', { properties: { plan: 'pro' } })
    for (const contact of [ada, bob]) await calls.recordEvent(contact, 'signed_up')
    expect(await runsOf(scene, automation)).toMatchObject([{ contact_id: bob }])
    expect(await inbox.ignored(automation)).toEqual({ entry_rule: 1 })
  })

  test('that names a segment which is gone lets nobody in, and the log says so', async () => {
    const scene = await given()
    const { calls, ada, tenant } = scene
    const segment = await programCalls(service.url, calls.session, tenant.testProject).segment()
    const entry_rule = { segment: { segment_id: segment } }
    const automation = await calls.published({ trigger: { event: { name: 'signed_up' } }, entry_rule, steps })
    await inbox
      .db('segments')
      .where({ id: fromTypeId('seg', segment) })
      .delete()
    await calls.recordEvent(ada, 'signed_up')
    expect(await runsOf(scene, automation)).toEqual([])
    expect(await inbox.ignored(automation)).toEqual({ entry_rule: 1 })
    expect(inbox.logs.filter((line) => line.includes(automation))).toHaveLength(1)
  })
})
