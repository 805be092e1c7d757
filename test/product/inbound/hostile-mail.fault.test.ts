import { expect, test } from 'vitest'
import { idOf, send } from '../../operate/sink/support.js'
import { serviceEnv, startProcess } from '../../support/service/process.js'
import { maxHoldMs, watchEventLoop } from '../../support/time/watch-event-loop.js'
import { hostileMails } from './hostile-mails.js'

// When the service's own process parsed mail, the first of these mails crashed it, and others blocked it for seconds.
test('mail that breaks the parser, or takes it long, costs nobody else anything', async () => {
  const service = await startProcess(await serviceEnv())
  const port = Number(service.env['POSTSEAL_SINK_PORT'])
  const eventLoop = watchEventLoop(service)
  const inbox = `${service.url}/sink`
  let mails = 0
  for (const [name, raw] of hostileMails()) {
    const id = idOf(await send(port, 'ada@example.com', raw))
    mails += 1
    const page = await fetch(`${inbox}/?id=${id}&tab=text`)
    expect([name, page.status, (await page.text()).includes(id)]).toEqual([name, 200, true])
    // The HTML body and the first attachment. Some mails have neither.
    for (const rest of ['html', 'attachments/0']) {
      const reply = await fetch(`${inbox}/messages/${id}/${rest}`)
      await reply.arrayBuffer()
      expect([200, 404]).toContain(reply.status)
    }
  }
  const found = await fetch(`${inbox}/messages?q=to:ada`)
  expect(((await found.json()) as { data: unknown[] }).data).toHaveLength(mails)

  // A parser in the service's process would block for many seconds.
  expect(await eventLoop.stop()).toBeLessThan(maxHoldMs)
  expect((await service.stop()).code).toBe(0)
})
