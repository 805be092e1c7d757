import { describe, expect, test } from 'vitest'
import { classify } from '../../../../server/product/delivery/bounce/classify.js'
import { readDeliveryStatus, statusFor } from '../../../../server/product/inbound/reports/dsn.js'
import { reasonInProse } from '../../../../server/product/inbound/reports/prose.js'

const about = 'ada@example.com'

/** The status for `about` in a report of Exim 4.96 with this prose. */
function eximStatus(prose: string, ...fields: string[]) {
  const machine = [
    'Reporting-MTA: dns; mx.example.com',
    '',
    'Action: failed',
    `Final-Recipient: rfc822;${about}`,
  ]
  const statuses = readDeliveryStatus([...machine, 'Status: 5.0.0', ...fields, ''].join('\n'), exim(prose))
  const matched = statusFor(about, statuses)
  if (matched === undefined) throw new Error('The report names nobody.')
  const { reply } = matched.status
  return { class: classify(reply), code: reply.code, text: reply.text, isOwn: matched.isOwn }
}

function exim(reasons: string): string {
  return `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

${reasons}
`
}

test.each([
  [['Unrouteable address'], 550, 'unknown_user'],
  [['Unknown user'], 550, 'unknown_user'],
  [['all relevant MX records point to non-existent hosts'], 550, 'unknown_domain'],
  [['mailbox is full:', 'retry timeout exceeded'], 550, 'mailbox_full'],
  [['retry timeout exceeded'], 550, 'network'],
  [
    [
      'host mx.example.com [192.0.2.7]',
      'SMTP error from remote mail server after RCPT TO:<ada@example.com>:',
      '550 5.1.1 The account',
      'is not here',
    ],
    550,
    'unknown_user',
  ],
  [
    [
      'SMTP error from remote mail server after RCPT TO:<ada@example.com>:',
      'host mx.example.com [192.0.2.7]: 550 No such user here',
    ],
    550,
    'unknown_user',
  ],
  [
    [
      'SMTP error from remote mail server after RCPT TO:<ada@example.com>:',
      '450 user unknown: retry timeout exceeded',
    ],
    450,
    'unknown_user',
  ],
  [
    [
      'SMTP error from remote mail server after RCPT TO:<ada@example.com>:',
      '554 Your host is blocked using zen.spamhaus.org; unknown user rate',
    ],
    554,
    'reputation',
  ],
  [
    ['SMTP error from remote mail server after MAIL FROM:<b+x@shop.example>:', '550 No such user here'],
    550,
    'other',
  ],
  [['local delivery failed'], 550, 'other'],
])('Exim says %j', (lines, code, reason) => {
  const prose = [`  ${about}`, ...lines.map((line) => `    ${line}`)].join('\n')
  expect(eximStatus(prose)).toMatchObject({ class: reason, code, isOwn: true })
})

test('a diagnostic that gives a reason stands', () => {
  const prose = `  ${about}\n    Unrouteable address`
  const status = eximStatus(prose, 'Diagnostic-Code: smtp; 552 mailbox is full')
  expect(status).toMatchObject({ class: 'mailbox_full', text: 'mailbox is full' })
})

test('a diagnostic that gives none stands where the prose gives none', () => {
  const prose = `  ${about}\n    something went wrong`
  expect(eximStatus(prose, 'Diagnostic-Code: smtp; 550 No')).toMatchObject({ class: 'other', text: 'No' })
})

describe('another address that failed', () => {
  test('says nothing of this one', () => {
    const prose = `  other@example.com\n    Unrouteable address\n  ${about}\n    No`
    expect(eximStatus(prose)).toMatchObject({ class: 'other', text: 'No' })
  })

  test.each(['gone@example.com', 'an undisclosed address'])('as a member of an alias: %s', (member) => {
    const prose = `  ${member}\n    (generated from ${about})\n    Unrouteable address`
    expect(eximStatus(prose)).toMatchObject({ class: 'unknown_user', isOwn: false })
    // Exim repeats what the server of the member said as if it were said of the alias.
    const quoted = eximStatus(prose, 'Diagnostic-Code: smtp; 550 No such user here')
    expect(quoted).toMatchObject({ class: 'unknown_user', isOwn: false })
  })
})

test.each(['EHLO mail.example.org', 'HELO mail.example.org', 'initial connection'])(
  'a refusal of the host that sends is not about the address: %s',
  (command) => {
    const prose = `  ${about}\n    host mx.example.com [192.0.2.7]\n    SMTP error from remote mail server after ${command}:\n    550 Host unknown`
    expect(eximStatus(prose)).toMatchObject({ class: 'other', text: '' })
  },
)

test.each([
  ['a word about the address within a line', `Your mail to ${about} came back: user unknown`],
  ['an address without a reason', `  ${about}\n\nuser unknown`],
  ['a reason that is indented no deeper', `${about}\nuser unknown`],
])('%s is not read', (_, prose) => {
  expect(reasonInProse(prose, about, 'mx.example.com')).toBeUndefined()
})

test('of a long text as much is read as a person would', () => {
  const long = `${'x\n'.repeat(500_000)}  ${about}\n    user unknown`
  expect(reasonInProse(long, about, '')).toBeUndefined()
  const reason = reasonInProse(`  ${about}\n${'    no\n'.repeat(500)}`, about, '')
  expect(reason?.text).toBe(Array.from({ length: 30 }, () => 'no').join(' '))
})

test.each([
  ['550 mailbox unavailable', 'unknown_user'],
  ['550 Mailbox is unavailable.', 'unknown_user'],
  ['550 5.7.1 mailbox unavailable', 'sender_policy'],
  ['550 5.2.1 mailbox unavailable', 'mailbox_disabled'],
  ['550 mailbox unavailable for policy reasons', 'other'],
  ['450 mailbox unavailable', 'server'],
])('of a remote server %j is %s', (diagnostic, reason) => {
  expect(eximStatus('', `Diagnostic-Code: smtp; ${diagnostic}`).class).toBe(reason)
})
