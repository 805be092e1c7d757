import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Uuid } from '../../../server/platform/db/ids.js'
import type { Step } from '../../../server/product/programs/automations/definition.js'
import type {
  DoStep,
  PreparedStep,
  StepResult,
} from '../../../server/product/programs/automations/steps/step.js'
import { addOwner, addRun, contactsOf, openTestEngine, runOf, type TestEngine } from './automation-engine.js'
import type { Owner } from '../campaigns/campaign-owner.js'

export const minute = 60_000
export const day = 24 * 60 * minute

/** An event of the workspace, as it is stored. */
interface StoredEvent {
  readonly type: string
  readonly data: Record<string, unknown>
}

/** A step that each test of a file answers in its own way. */
export const notify = (key: string): Step => ({ key, notify: { name: key } })

/** A wait for an order of at most a day, with a reminder, and a step behind it. */
export const waiting = (where: object = {}): Step[] => [
  {
    key: 'order',
    wait_for_event: { name: 'order_placed', timeout: 'P1D', on_timeout: [notify('reminder')], ...where },
  },
  notify('last'),
]

const done: StepResult = { kind: 'done', outcome: 'done' }

/** An engine for the tests of a file, each with a workspace of three contacts of its own. */
export function useTestEngine() {
  /** Answers of a test's steps, by run. */
  const answers = new Map<Uuid, StepResult | Error>()
  const seen: string[] = []
  const answering: DoStep = (_tx, { flowStep, runs }) => {
    seen.push(`${flowStep.step.key} ${runs.length}`)
    const results = runs.map(({ run }) => answers.get(run.id) ?? done)
    const error = results.find((result) => result instanceof Error)
    return error === undefined ? Promise.resolve(results as StepResult[]) : Promise.reject(error)
  }
  // Of what was prepared for another step nothing may be sent.
  const sending: PreparedStep<unknown> = {
    prepare: ({ flowStep, runs }) =>
      Promise.resolve(new Map(runs.map(({ run }) => [run.id, flowStep.step.key]))),
    do: (_tx, { flowStep, runs }, prepared) =>
      Promise.resolve(
        runs.map(({ run }): StepResult => {
          const step = prepared.get(run.id)
          if (step === undefined) return { kind: 'needs_preparation' }
          if (step !== flowStep.step.key) throw new Error('a step was given what is another one’s')
          return done
        }),
      ),
  }
  let engine: TestEngine
  let owner: Owner
  let contacts: Uuid[]
  beforeAll(async () => {
    engine = await openTestEngine({
      notify: answering,
      record_event: answering,
      exit: answering,
      send: sending,
    })
  })
  afterAll(() => engine.close())
  beforeEach(async () => {
    await engine.db('automation_runs').update({ due_at: null })
    answers.clear()
    seen.length = 0
    owner = await addOwner(engine.db, 3)
    contacts = await contactsOf(engine.db, owner)
  })
  return {
    answers,
    /** The steps that were done, each with the number of runs that did it together. */
    seen,
    get engine() {
      return engine
    },
    get owner() {
      return owner
    },
    get contacts() {
      return contacts
    },
    /** Has the first contact begin an automation. */
    start: async (steps: Step[], more: object = {}, fields: object = {}) => {
      const automation = await engine.addAutomation(owner, { steps, ...more })
      return { automation, id: await addRun(engine, automation, contacts[0] as Uuid, fields) }
    },
    find: (id: Uuid) => runOf(engine.db, id),
    /** The events of the workspace, the oldest first. */
    events: async (): Promise<StoredEvent[]> =>
      (await engine
        .db('events')
        .where({ workspace_id: owner.workspaceId })
        .orderBy('id')
        .select('type', 'data')) as StoredEvent[],
  }
}
