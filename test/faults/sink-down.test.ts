import { expect, test } from 'vitest'
import { logsOf, send, untilLog } from '../support/mail.js'
import { freePort } from '../support/postgres.js'
import { startTestService } from '../support/service.js'
import { startSmtpServer } from '../support/smtp.js'

test('mail waits while its server is away and goes when it is back', async () => {
  const port = await freePort()
  const service = await startTestService({
    delivery: { backoffSeconds: [0.2] },
    env: { POSTSEAL_ROLES: 'api,delivery', POSTSEAL_SINK_PORT: String(port) },
  })
  try {
    const messages = await Promise.all(
      Array.from({ length: 30 }, (_, i) => send(service, `reader${i}@example.com`)),
    )
    for (const message of messages) {
      const log = await untilLog(service, message, ({ attempts }) => attempts.length > 1, 'two attempts')
      expect(log.status).toBe('deferred')
      expect(log.attempts[0]).toMatchObject({
        outcome: 'deferred',
        error: expect.stringMatching(/ECONNREFUSED/) as string,
      })
      expect(log.attempts[0]?.reply).toBeUndefined()
      // Nothing was sent, so nothing can have arrived.
      expect(log.attempts[0]?.error).not.toMatch(/may have arrived/)
      expect(log.next_attempt_at).not.toBeNull()
    }

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
  } finally {
    await service.stop()
  }
})
