import { expect, test } from 'vitest'
import { messageFor } from '../support/messages.js'
import { inbox } from '../support/mail.js'
import { serviceEnv, startProcess } from '../support/process.js'
import { until } from '../support/until.js'

test('a schedule and a batch survive kill -9', { timeout: 60_000 }, async () => {
  const env = await serviceEnv({ POSTSEAL_LOG_LEVEL: 'warn' })
  let service = await startProcess(env)
  const { project_key: key, project_id: project } = service.credentials
  const post = async (path: string, body: unknown) => {
    const reply = await fetch(service.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await reply.json()) as { status: string; accepted: number; data: { replayed?: true }[] }
  }
  const at = Date.now() + 4000
  const scheduled = messageFor(project, { subject: 'Later', scheduled_at: new Date(at).toISOString() })
  expect((await post('/v1/messages', scheduled)).status).toBe('scheduled')
  const batch = {
    items: Array.from({ length: 30 }, (_, index) => ({
      idempotency_key: `item-${index}`,
      message: messageFor(project, { subject: `Item ${index}` }),
    })),
  }
  expect((await post('/v1/messages/batch', batch)).accepted).toBe(30)
  await service.kill('SIGKILL')

  service = await startProcess(env)
  const again = await post('/v1/messages/batch', batch)
  expect(again.accepted).toBe(30)
  expect(again.data.every(({ replayed }) => replayed === true)).toBe(true)
  const later = () => inbox(service.url).then((mails) => mails.filter(({ subject }) => subject === 'Later'))
  expect(Date.now() >= at ? [] : await later()).toEqual([])
  await until(async () => (await later()).length === 1, 'the scheduled message')
  expect(Date.now()).toBeGreaterThanOrEqual(at)
  await service.stop()
})
