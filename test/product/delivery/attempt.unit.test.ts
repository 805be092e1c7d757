import type { Logger } from 'pino'
import { expect, test, vi } from 'vitest'
import { defaultDelivery } from '../../../server/platform/config/defaults.js'
import { translateRenderError } from '../../../server/product/content/render-errors.js'
import { RendererBusyError, RenderError } from '../../../server/product/content/rendering/compiling/source.js'
import { newUuid } from '../../../server/platform/db/ids.js'
import { prepareMail } from '../../../server/product/delivery/attempt.js'
import { ComposedMessages } from '../../../server/product/delivery/compose/composed.js'
import type { LoadContent } from '../../../server/product/delivery/compose/load.js'
import { judgeDelivery } from '../../../server/product/delivery/policy.js'
import { noLinks } from '../../support/mail/content.js'
import type { ClaimedDelivery } from '../../../server/product/mail/claim/claim.js'

const places = { template: '/template', variables: '/variables' }

test.each([
  ['has a mistake', new RenderError([{ code: 'missing_variable', message: 'is missing' }]), 'failed'],
  ['was late', new RendererBusyError('the machine was paused'), 'deferred'],
])('a mail whose render %s', async (_name, error, status) => {
  const load = vi.fn<LoadContent>().mockRejectedValue(translateRenderError(error, places))
  const composed = new ComposedMessages(load, (message) => Promise.resolve(message), noLinks)
  const delivery = { messageId: newUuid(), logId: newUuid() } as ClaimedDelivery
  const log = { error: vi.fn() }
  const prepared = await prepareMail(delivery, composed, {} as never, log as unknown as Logger)
  if (!('result' in prepared)) throw new Error('there is a mail')
  const facts = { result: prepared.result, attempts: 0, triedForSeconds: 0 }
  expect(judgeDelivery(facts, defaultDelivery).status).toBe(status)
  expect(log.error).not.toHaveBeenCalled()
})
