import { expect, test } from 'vitest'
import { newUuid, newWorkspaceId, toTypeId } from '../../../../../server/platform/db/ids.js'
import { flowOf } from '../../../../../server/product/programs/automations/flow.js'
import type {
  RunRow,
  RunStepRow,
} from '../../../../../server/product/programs/automations/automation-rows.js'
import {
  presentRun,
  presentRunDetail,
} from '../../../../../server/product/programs/automations/runs/present.js'
import { presentFigures } from '../../../../../server/product/programs/automations/runs/stats.js'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 14, 9, minute))

const row: RunRow = {
  workspace_id: newWorkspaceId(),
  id: newUuid(),
  automation_id: newUuid(),
  version: 2,
  project_id: newUuid(),
  environment: 'live',
  contact_id: newUuid(),
  status: 'running',
  trigger_kind: 'event',
  contact_event_id: newUuid(),
  inbound_message_id: null,
  data: { plan: 'pro' },
  entry_key: 'cart_1',
  since: at(0),
  started_at: at(1),
  depth: 1,
  step_key: 'pause',
  step_started_at: at(2),
  steps_taken: 1,
  wait_until: null,
  wait_event: null,
  blocked_by: null,
  attempts: 0,
  error_code: null,
  error_message: null,
  ended_reason: null,
  ended_at: null,
  due_at: at(3),
}

const flow = flowOf({
  steps: [
    { key: 'welcome', send: { template_id: 'tpl_x' } },
    { key: 'pause', wait: { for: 'P1D' } },
  ],
})

test('a run has the ids of the contract, and what started it', () => {
  expect(presentRun(row)).toEqual({
    id: toTypeId('run', row.id),
    automation_id: toTypeId('aut', row.automation_id),
    version: 2,
    contact_id: toTypeId('con', row.contact_id),
    status: 'running',
    trigger: {
      kind: 'event',
      contact_event_id: toTypeId('cev', row.contact_event_id ?? ''),
      inbound_message_id: null,
      at: at(0).toISOString(),
    },
    key: 'cart_1',
    depth: 1,
    step_key: 'pause',
    wait: null,
    blocked_by: null,
    attempts: 0,
    next_attempt_at: null,
    error: null,
    ended_reason: null,
    started_at: at(1).toISOString(),
    ended_at: null,
  })
})

const failing = { attempts: 1, error_code: 'internal_error', error_message: 'It failed.' }
const error = { code: 'internal_error', message: 'It failed.' }
const waiting = { status: 'waiting', wait_until: at(9), wait_event: 'paid' } as const

test.each<[string, Partial<RunRow>, object]>([
  ['without a key', { entry_key: null }, { key: null }],
  ['with the key of those without one', { entry_key: '' }, { key: null }],
  ['by hand', { trigger_kind: 'manual', contact_event_id: null }, { trigger: { contact_event_id: null } }],
  ['waiting', waiting, { wait: { until: at(9).toISOString(), event: 'paid' } }],
  ['no longer waiting', { ...waiting, status: 'running' }, { wait: null }],
  ['held', { blocked_by: 'sending_halted', due_at: Infinity }, { blocked_by: 'sending_halted' }],
  ['held after a failure', { ...failing, due_at: Infinity }, { error, next_attempt_at: null }],
  ['to be tried again', failing, { attempts: 1, error, next_attempt_at: at(3).toISOString() }],
  [
    'failed',
    { ...failing, status: 'failed', ended_at: at(5), due_at: null },
    { error, next_attempt_at: null, ended_at: at(5).toISOString() },
  ],
])('a run: %s', (_, fields, shown) => {
  expect(presentRun({ ...row, ...fields })).toMatchObject(shown)
})

const done: RunStepRow = {
  run_id: row.id,
  number: 1,
  step_key: 'welcome',
  kind: 'send',
  outcome: 'done',
  reason: null,
  detail: null,
  taken: null,
  message_id: newUuid(),
  attempts: 0,
  started_at: at(1),
  ended_at: at(2),
}

test.each<[string, Partial<RunRow>, object | undefined]>([
  ['merely due', {}, undefined],
  ['waiting', waiting, { outcome: 'waiting', reason: null, detail: null }],
  ['held', { blocked_by: 'automation_paused' }, { outcome: 'blocked', reason: 'automation_paused' }],
  [
    'held at the end of its wait',
    { ...waiting, blocked_by: 'automation_paused' },
    { outcome: 'blocked', reason: 'automation_paused' },
  ],
  ['trying again', failing, { outcome: 'retrying', reason: 'internal_error', detail: 'It failed.' }],
  ['behind the last step', { step_key: null }, undefined],
  ['ended', { status: 'cancelled', ended_at: at(5), due_at: null }, undefined],
])('the step that a run is at: %s', (_, fields, current) => {
  const { data, steps, ...run } = presentRunDetail({ ...row, ...fields }, [done], flow)
  expect(run).toEqual(presentRun({ ...row, ...fields }))
  expect(data).toEqual({ plan: 'pro' })
  const ended = {
    key: 'welcome',
    kind: 'send',
    outcome: 'done',
    message_id: toTypeId('msg', done.message_id ?? ''),
    started_at: at(1).toISOString(),
    ended_at: at(2).toISOString(),
  }
  const own = {
    key: 'pause',
    kind: 'wait',
    started_at: at(2).toISOString(),
    ended_at: null,
    message_id: null,
  }
  expect(steps).toMatchObject(current === undefined ? [ended] : [ended, { ...own, ...current }])
  expect(steps).toHaveLength(current === undefined ? 1 : 2)
})

test('figures have every status and each step once', () => {
  const figures = presentFigures({
    id: row.automation_id,
    as_of: at(0),
    runs: { waiting: 3, completed: 7 },
    ignored: [['already_running', 2]],
    steps: [
      [2, 'pause', 'waiting', 3],
      [2, 'pause', 'failed', 1],
      [1, 'pause', 'running', 4],
    ],
  })
  expect(figures).toEqual({
    automation_id: toTypeId('aut', row.automation_id),
    as_of: at(0).toISOString(),
    runs: { running: 0, waiting: 3, completed: 7, exited: 0, failed: 0, cancelled: 0 },
    ignored: [{ reason: 'already_running', count: 2 }],
    steps: [
      { version: 2, step_key: 'pause', running: 0, waiting: 3, failed: 1 },
      { version: 1, step_key: 'pause', running: 4, waiting: 0, failed: 0 },
    ],
  })
})
