import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Download } from 'playwright-core'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { hasBrowser, madeUp, openConsole } from '../../support/console/person.js'
import { judgeContent } from '../../../server/mail/placement/content.js'
import { readHtml } from '../../../server/mail/placement/read-html.js'
import { read, send, untilLog } from '../../support/messages/mail.js'
import { arrivedAt, browser, deliveredLongAgo, untilEngaged, visit } from '../../support/messages/tracked.js'
import { until } from '../../support/time/until.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests what people do with messages. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

describe.skipIf(!hasBrowser)('messages', () => {
  test('a bounced customer is found and explained', async () => {
    const { project_id: project } = service.credentials
    await send(service, 'bounce@example.com', { subject: 'Your parcel' })
    const { page, open } = await openConsole(service)
    await open(`messages?project=${project}`)
    await page.getByRole('link', { name: 'bounce@example.com', exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('to:bounce@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=to%3Abounce/)
    await page.locator('h1').click()
    // `j` moves in the rows that are there.
    await page.locator('main table:not([aria-busy=true]) [data-row]').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByText('Attempt 1: bounced').waitFor()
    await page.getByText('The mailbox does not exist').waitFor()
    await page.getByRole('button', { name: 'Show the SMTP conversation', exact: true }).click()
    await page.getByText('RCPT TO:<bounce@example.com>').waitFor()
  })

  test('mail that people opened is found', async () => {
    const { project_id: project } = service.credentials
    const { id } = await send(service, 'ada@example.com', { subject: 'Opened mail' })
    await send(service, 'ada@example.com', { subject: 'Unread mail' })
    await service.sql.query(
      `insert into engagements (workspace_id, log_id, kind, position, machine, times, first_at, last_at)
       select workspace_id, id, 'open', -1, false, 1, now(), now() from message_logs where message_id = $1`,
      [fromTypeId('msg', id)],
    )
    const { page, open } = await openConsole(service)
    await open(`messages?project=${project}`)
    await page.locator('[data-row]', { hasText: 'Unread mail' }).waitFor()
    await page.getByLabel('Opens and clicks').selectOption('Opened')
    await page.locator('[data-row]', { hasText: 'Unread mail' }).waitFor({ state: 'detached' })
    await page.locator('[data-row]', { hasText: 'Opened mail' }).waitFor()
    await page.getByLabel('Opens and clicks').selectOption('Clicked')
    await page.getByText('No matching messages').waitFor()
  })

  test('what came while one was elsewhere is there', async () => {
    const { project_id: project } = service.credentials
    await send(service, 'ada@example.com', { subject: 'Before' })
    const { page, open } = await openConsole(service)
    await open(`messages?project=${project}`)
    await page.locator('[data-row]', { hasText: 'Before' }).waitFor()
    await page.getByRole('link', { name: 'Limits', exact: true }).click()
    await page.locator('h1', { hasText: 'Limits' }).waitFor()
    const { id } = await send(service, 'ada@example.com', { subject: 'While you were away' })
    await untilLog(service, { id }, ({ status }) => status === 'delivered', 'the delivery')
    await page.getByRole('link', { name: 'Messages', exact: true }).click()
    await page.locator('[data-row]', { hasText: 'While you were away' }).waitFor()
  })

  test('what is filtered is saved as CSV: the whole of it, or nothing', async () => {
    const { project_id: project } = service.credentials
    await send(service, 'grace@example.com', { subject: '=1+1, and "more"' })
    await send(service, 'ada@example.com', { subject: 'Of no interest' })
    const { page, open } = await openConsole(service)
    let saved: Download | undefined
    page.on('download', (download) => (saved = download))
    await open(`messages?project=${project}&q=to%3Agrace%40example.com`)
    await page.locator('[data-row]', { hasText: 'and "more"' }).waitFor()
    await page.route(/message-logs\/export/, (route) =>
      route.fulfill({ status: 500, headers: { [madeUp]: '1' }, body: '{}' }),
    )
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByText('The export failed, and no file was saved.').waitFor()
    expect(saved).toBeUndefined()
    await page.unroute(/message-logs\/export/)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const download = await until(() => saved, 'the file')
    expect(download.suggestedFilename()).toBe('messages.csv')
    const file = (await (await download.createReadStream()).toArray()).join('')
    const [head, row, ...others] = file.split('\r\n')
    expect(head).toMatch(/^id,message_id,project_id,environment,recipient,/)
    // A spreadsheet would take the subject for a formula.
    expect(row).toContain(`,no-reply@shop.example,"'=1+1, and ""more""",`)
    expect(others).toEqual([''])
  })

  test('a mail is shown with its styles, without its scripts, and loads images only when asked', async () => {
    const asked: (string | undefined)[] = []
    const other = createServer((request, reply) => {
      asked.push(request.url)
      reply.end()
    }).listen(0)
    onTestFinished(() => void other.close())
    const remote = `http://localhost:${(other.address() as AddressInfo).port}/remote.png`
    const { project_id: project } = service.credentials
    const html =
      '<style>p { color: rgb(1, 2, 3) }</style><h1 style="color: rgb(4, 5, 6)">Hello</h1><p>Text</p>' +
      '<script>document.title = "run"</script><img src="/v1/nothing" onerror="document.title = \'run\'">' +
      '<meta http-equiv="refresh" content="0; url=https://example.com/"><a href="https://example.com/">Away</a>' +
      '<a href="javascript:document.title=1">Script</a>' +
      `<img alt="remote" src="${remote}">`
    const { id } = await send(service, 'ada@example.com', {
      subject: 'Styled',
      html,
    })
    const { page, open } = await openConsole(service)
    await open(`messages/${id}?part=content&project=${project}`)
    const mail = page.frameLocator('.mail-frame')
    const colour = (name: string) =>
      mail
        .locator(name)
        .evaluate((element) => String(element.ownerDocument.defaultView?.getComputedStyle(element).color))
    await mail.getByRole('heading', { name: 'Hello', exact: true }).waitFor()
    expect([await colour('h1'), await colour('p')]).toEqual(['rgb(4, 5, 6)', 'rgb(1, 2, 3)'])
    expect(await mail.getByText('Away').getAttribute('target')).toBe('_blank')
    expect(await mail.getByText('Script').getAttribute('href')).toBeNull()
    expect(await mail.locator('script, meta[http-equiv]').count()).toBe(0)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Load them', exact: true }).click()
    await mail.getByRole('heading', { name: 'Hello', exact: true }).waitFor()
    await until(() => asked.length > 0, 'the image')
    expect(await page.title()).toBe('Styled · Postseal')

    const reported: string[] = []
    page.on('console', (message) => reported.push(message.text()))
    const before = asked.length
    await page.getByRole('tab', { name: 'Placement', exact: true }).click()
    const panel = page.getByRole('tabpanel')
    await panel.getByText('1 × <script>').waitFor()
    const { text } = (await read(service, `/v1/messages/${id}/content`))
      .body as components['schemas']['MessageContent']
    for (const { seen, advice } of judgeContent({ text, html, facts: readHtml(html).facts }))
      expect(await panel.textContent()).toContain(seen + (advice ?? ''))
    expect({ reported, asked: asked.length }).toEqual({ reported: [], asked: before })
    expect(await page.title()).toBe('Styled · Postseal')
  })

  test('opens and clicks are switched on in the project, and a message shows them, machines apart', async () => {
    const { project_id: project } = service.credentials
    const { page, open } = await openConsole(service)
    await open(`projects/${project}`)
    const form = page.getByRole('region', { name: 'Opens and clicks', exact: true })
    await form.getByRole('checkbox', { name: 'Track opens', exact: true }).check()
    await form.getByRole('checkbox', { name: 'Track clicks', exact: true }).check()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Saved.').waitFor()

    const to = 'reader@example.com'
    const path = 'a-page-of-the-shop-with-a-remarkably-long-name?reader=4711'
    const html = `<p><a href="https://shop.example/${path}">Look</a></p>`
    const log = await untilLog(
      service,
      await send(service, to, { subject: 'News', html }),
      ({ status }) => status === 'delivered',
      'the delivery',
    )
    await open(`messages/${log.message_id}`)
    await page.getByText('No opens or clicks by a person recorded.').waitFor()
    const [link = '', image = ''] = (await arrivedAt(service, to)).urls
    await deliveredLongAgo(service, [to])
    for (const url of [image, image, link]) await visit(service, url)
    await visit(service, link, { 'User-Agent': browser }, 'HEAD')
    await untilEngaged(service, log, { opens: 2, clicks: 1, machine_clicks: 1 })
    await open(`messages/${log.message_id}`)
    for (const text of ['Opened at least 2 times', 'Clicked once', 'By machines: 1 click'])
      await page.getByText(text, { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Events and webhooks', exact: true }).click()
    const followed = page.locator('[data-row]', { hasText: 'message.clicked' })
    await followed.filter({ hasText: /Likely a person.*shop.example\/a-page.*…/ }).waitFor()
    await followed.filter({ hasText: 'A machine: asked for the head of the page only' }).waitFor()
    // Nobody follows a recipient's link by chance.
    expect(await page.locator('a[href*="shop.example"]').count()).toBe(0)
    await followed.filter({ hasText: 'Likely' }).getByRole('link').click()
    await page.getByText(`https://shop.example/${path}`, { exact: true }).waitFor()
  })
})
