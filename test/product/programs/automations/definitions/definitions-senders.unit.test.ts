import { describe, expect, test } from 'vitest'
import type { StoredVersion } from '../../../../../server/product/content/store.js'
import { newUuid } from '../../../../../server/platform/db/ids.js'
import { ApiError } from '../../../../../server/platform/http/errors/api-error.js'
import type { Sender } from '../../../../../server/product/programs/automations/definition.js'
import { checkSends } from '../../../../../server/product/programs/automations/definitions/check-sends.js'
import type { AutomationRow } from '../../../../../server/product/programs/automations/automation-rows.js'

/** Who the mails of a version are from, before it is published. */

const automation = {
  workspace_id: newUuid(),
  project_id: newUuid(),
  environment: 'live',
} as unknown as AutomationRow
const template = 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'
const send = { template_id: template, transactional: true }
const steps = ['a', 'b'].map((key) => ({ key, send }))

/** @param failure of the look-up of a domain that is not verified.example */
async function check(sender: Sender, from: string | null, failure = 'sender_domain_not_verified') {
  const dependencies = {
    renderer: { render: () => Promise.reject(new Error('transactional mail is not rendered')) },
    templates: {
      forMessage: () =>
        Promise.resolve({ from_email: from, locales: [], variables: [] } as unknown as StoredVersion),
    },
    senderRules: {
      admitSender: (_workspace: string, _environment: string, email: string) =>
        email.endsWith('@verified.example')
          ? Promise.resolve()
          : Promise.reject(new ApiError(failure as 'unavailable', 'It is not verified.', { retryAfter: 1 })),
    },
    publicUrl: 'https://mail.example',
  }
  const error = await checkSends(dependencies as never, automation, { sender, steps }).then(
    () => undefined,
    (refusal: unknown) => refusal as ApiError,
  )
  return error && [error.code, error.details?.map(({ path, code }) => [path, code])]
}

const [verified, other] = ['hello@verified.example', 'hello@other.example']

describe('the sender', () => {
  test.each<[string, Sender, string | null]>([
    ['of the automation', { from_email: verified }, other],
    ['of the template', {}, verified],
  ])('%s is of a verified domain', async (_, sender, from) => {
    expect(await check(sender, from)).toBeUndefined()
  })

  test('of the automation is of another domain: it is told once', async () => {
    const detail = ['/sender/from_email', 'sender_domain_not_verified']
    expect(await check({ from_email: other }, verified)).toEqual(['validation_failed', [detail]])
  })

  test('of the template is of another domain: it is told of each step', async () => {
    const details = [0, 1].map((index) => [`/steps/${index}/send/template_id`, 'sender_domain_not_verified'])
    expect(await check({}, other)).toEqual(['validation_failed', details])
  })

  test('is missing', async () => {
    expect(await check({}, null)).toEqual(['validation_failed', [['/sender/from_email', 'required']]])
  })

  test('cannot be looked up now: that is no mistake of the version', async () => {
    expect(await check({}, other, 'unavailable')).toEqual(['unavailable', undefined])
  })
})
