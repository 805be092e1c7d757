import { expect, onTestFinished, test } from 'vitest'
import { logsOf, send, untilLog } from '../../support/messages/mail.js'
import { heldPort } from '../../support/network/ports.js'
import { startTestService } from '../../support/service/service.js'
import { startSmtpServer } from '../../support/mail-servers/smtp.js'

test('mail waits while its server is away and goes when it is back', async () => {
  const port = await heldPort()
  const service = await startTestService({
    delivery: { backoffSeconds: [0.2] },
    env: { POSTSEAL_ROLES: 'api,delivery', POSTSEAL_SINK_PORT: String(port) },
  })
  onTestFinished(() => service.stop())
  const messages = await Promise.all(
    Array.from({ length: 30 }, (_, i) => send(service, `reader${i}@example.com`)),
  )
  // The server is left alone after some failures, but for a probe at times; the others wait without an attempt.
  const tried = await untilLog(
    service,
    messages[0] ?? { id: '' },
    ({ attempts }) => attempts.length > 0,
    'an attempt',
  )
  expect(tried.attempts[0]).toMatchObject({
    outcome: 'deferred',
    via: 'smtp',
    class: 'network',
    error: expect.stringMatching(/ECONNREFUSED/) as string,
  })
  expect(tried.attempts[0]?.reply).toBeNull()
  // Nothing was sent, so nothing can have arrived.
  expect(tried.attempts[0]?.error).not.toMatch(/may have arrived/)

  const server = await startSmtpServer(port)
  for (const message of messages) {
    await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  }
  expect(server.received.map(({ messageId }) => messageId).sort()).toEqual(
    messages.map(({ id }) => `<${id}@shop.example>`).sort(),
  )

  // Away again, with the service's connections still open: these are noticed as broken, not waited for.
  await server.close()
  const late = await send(service, 'late@example.com')
  await untilLog(service, late, ({ status }) => status === 'deferred', 'the deferral')
  const back = await startSmtpServer(port)
  await untilLog(service, late, ({ status }) => status === 'delivered', 'the late delivery')
  expect(back.received).toHaveLength(1)
  const [log] = await logsOf(service, late)
  expect(log?.attempts.at(-1)?.outcome).toBe('delivered')
  await back.close()
})
