import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { translatedTypes } from '../../base/contract/translated-types.js'
import type { EventRow } from '../../server/platform/events/present-event.js'
import { mailgunBody } from '../../server/product/webhooks/formats/mailgun/body.js'
import { postmarkEvents } from '../../server/product/webhooks/formats/postmark/body.js'
import { resendEvents } from '../../server/product/webhooks/formats/resend/body.js'
import { sendgridEvents } from '../../server/product/webhooks/formats/sendgrid/body.js'
import { eventRow, known, samples } from '../support/webhooks/format-samples.js'

/** The guide names each event that a format has, and its name there. */

function mailgunName(type: (typeof translatedTypes.mailgun)[number]): string {
  const row: EventRow = eventRow(type, samples[type] as never)
  return JSON.parse(mailgunBody(row, known, ['whsec_x']).toString())['event-data'].event as string
}

const tables = {
  Resend: Object.entries(resendEvents).map(([own, { type }]) => [own, type]),
  Postmark: Object.entries(postmarkEvents).map(([own, { record }]) => [own, record]),
  SendGrid: Object.entries(sendgridEvents).map(([own, { event }]) => [own, event]),
  Mailgun: translatedTypes.mailgun.map((own) => [own, mailgunName(own)]),
}

test.each(Object.entries(tables))(
  'the table of %s has every translation, in the order of the contract',
  (name, rows) => {
    const guide = readFileSync(new URL('../../docs/guide/webhooks.md', import.meta.url), 'utf8')
    const [, rest = ''] = guide.split(`\n## Webhooks in the format of ${name}\n`)
    const [section = ''] = rest.split('\n## ')
    const found = [...section.matchAll(/^\| `([a-z._]+)` +\| `([A-Za-z._]+)` +\|$/gm)]
    expect(found.map(([, own, theirs]) => [own, theirs])).toEqual(rows)
  },
)
