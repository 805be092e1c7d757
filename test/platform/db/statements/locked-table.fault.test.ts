import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { orders, sendOrder } from '../../../support/messages/senders.js'
import { startTestService } from '../../../support/service/service.js'

test('a send does not wait for a table that an operator has locked, and works when it is free again', async () => {
  // The limit for a wait for a lock is 10 seconds, or the limit of a statement if that is shorter. The operator holds the
  // lock until all have been refused.
  const service = await startTestService({ env: { POSTSEAL_STATEMENT_TIMEOUT: '1', POSTSEAL_ROLES: 'api' } })
  onTestFinished(() => service.stop())
  const operator = new Client({ connectionString: service.config.databaseUrl })
  await operator.connect()
  await operator.query('begin')
  await operator.query('lock table messages in access exclusive mode')

  const list = orders(5)
  const replies = await Promise.all(list.map((order) => sendOrder(service, order)))
  expect(replies).toEqual(list.map(() => ({ status: 503, retryAfter: '1' })))

  await operator.query('rollback')
  await operator.end()
  for (const order of list) expect((await sendOrder(service, order)).status).toBe(202)
})
