import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests how people of a workspace without an identity provider see the ways to sign in. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService()
})
afterAll(() => service?.stop())

describe.skipIf(!hasBrowser)('a workspace without an identity provider', () => {
  test('its settings say so, and ask for nothing that is not there', async () => {
    const { page, open } = await openConsole(service)
    const refused: string[] = []
    page.on('response', (reply) => {
      if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.url()}`)
    })
    await open('settings')
    await page.getByRole('button', { name: 'Set an identity provider', exact: true }).waitFor()
    expect(refused).toEqual([])
  })

  test('the buttons of the sign-in are of one width, and offer no curl', async () => {
    const { page, open } = await openConsole(service, { token: null })
    await open('sign-in')
    await page.getByRole('button', { name: 'Email me a link', exact: true }).waitFor()
    const buttons = page.getByRole('main').getByRole('button')
    expect(await buttons.allInnerTexts()).toEqual([
      'Email me a link',
      'Sign in with a passkey',
      'Sign in with your company',
    ])
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
    expect(new Set(boxes.map((box) => box?.width)).size).toBe(1)
  })
})
