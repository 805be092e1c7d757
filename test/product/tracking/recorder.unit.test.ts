import pino from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { newUuid, newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import { hitRecorder } from '../../../server/product/tracking/recorder.js'
import { answeringDatabase } from '../../support/database/answering-database.js'

test('hits of one workspace that wait take half of the places, and the others are for everybody else', async () => {
  const registry = new Registry()
  const recorder = hitRecorder({
    // The shard of a workspace is away, for longer than this test.
    db: answeringDatabase(() => new Promise(() => undefined)),
    wakes: new Wakes(),
    log: pino({ enabled: false }),
    registry,
    max: 10,
  })
  const open = { kind: 'open', method: 'GET', userAgent: '', headers: {}, position: -1, url: null } as const
  const record = (workspaceId: WorkspaceId, times: number) => {
    for (let count = 0; count < times; count += 1)
      recorder.record({ ...open, workspaceId, logId: newUuid(), at: new Date() })
  }
  const dropped = async () => {
    const [metric] = await registry.getMetricsAsJSON()
    return metric?.values.find(({ labels }) => labels['by'] === 'dropped')?.value ?? 0
  }
  record(newWorkspaceId(), 25)
  expect(await dropped()).toBe(20)
  record(newWorkspaceId(), 5)
  expect(await dropped()).toBe(20)
  record(newWorkspaceId(), 1)
  expect(await dropped()).toBe(21)
})
