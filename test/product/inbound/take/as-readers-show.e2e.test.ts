import { beforeAll, expect, test } from 'vitest'
import { bytes } from '../../../mail/mime/corpus/compose.js'
import { inboundCalls } from '../../../support/inbound/inbound-calls.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedReceiver } from '../../../support/service/shared-service.js'
import { submit } from '../../../support/mail-servers/smtp-talk.js'

/** Mail with the slips of other programs, by SMTP: it is read as mail readers show it. */

let service: TestService
beforeAll(async () => {
  service = await sharedReceiver()
})

test.each([
  [
    'windows-1252',
    [
      'From: Ada <"ada lovelace"@example.com>',
      'Subject: =?windows-1252?Q?=93Offer=94_=80_5?=',
      'Date: Mon,23 Nov 2026 10:00:00+0100',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Price: =80= ',
      ' 5 =96 it=92s =93quoted=94',
    ],
    {
      from: [{ email: '"ada lovelace"@example.com', name: 'Ada' }],
      subject: '“Offer” € 5',
      header_date: '2026-11-23T09:00:00.000Z',
      text: 'Price: € 5 – it’s “quoted”',
    },
  ],
  [
    'HTML that has a name',
    [
      'From: "Ada <ada@example.com>',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; name="message.html"',
      '',
      '<p>body</p>',
      '--b',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename="long name',
      '\twith tab.pdf"',
      '',
      'x',
      '--b--',
    ],
    {
      from: [{ email: 'ada@example.com', name: 'Ada' }],
      html: '<p>body</p>',
      attachments: [{ filename: 'long name with tab.pdf' }],
    },
  ],
  [
    'UTF-8 that is called ISO-2022-JP',
    ['From: ada @example.com', 'Content-Type: text/plain; charset=iso-2022-jp', '', bytes('お問い合わせ')],
    { from: [{ email: 'ada@example.com', name: null }], text: 'お問い合わせ' },
  ],
] as const)('%s', async (_, lines, expected) => {
  const calls = await inboundCalls(service)
  const { recipient } = await calls.route()
  const raw = [`To: ${recipient}`, ...lines, ''].join('\n')
  expect(await submit(service.inboundPort, recipient, raw, 'ada@example.com')).toMatch(/^250 /)
  const [message] = await calls.messages()
  const detail = await calls.message(message?.id ?? '')
  expect({
    ...detail,
    text: detail.text?.trimEnd() ?? null,
    html: detail.html?.trimEnd() ?? null,
  }).toMatchObject(expected)
})
