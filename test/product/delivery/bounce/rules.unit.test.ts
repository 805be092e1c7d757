import { describe, expect, test } from 'vitest'
import { classify, rules, type BounceClass } from '../../../../server/product/delivery/bounce/classify.js'
import { phraseOf, readable, says } from '../../../../server/product/delivery/bounce/says.js'
import { parseReply, type SmtpReply } from '../../../../server/product/delivery/smtp/reply.js'
import { misleadingReplies } from '../../../vectors/misleading-replies.js'
import { replies } from '../../../vectors/replies.js'

/** Up to here a rule's text is short enough to stand in a name or in another word by chance. */
const longestShort = 15

const phrases = rules.flatMap(({ class: of, says: texts }) => texts.map((text) => ({ of, text })))
const short = phrases.filter(({ text }) => text.length <= longestShort)

function replyOf(text: string): SmtpReply {
  const reply = parseReply(text, 'mx.example.com:25')
  if (reply === undefined) throw new Error(`no reply: ${text}`)
  return reply
}

const table = [replies, misleadingReplies].flatMap((vectors) =>
  Object.entries(vectors).flatMap(([of, texts]) =>
    texts.map((text) => ({ of: of as BounceClass, reply: replyOf(text) })),
  ),
)

/** A text without its digits, stars and brackets, as it would be a part of a name. */
function core(text: string): string {
  return text.replaceAll('N', '0').replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
}

const shortWords = [...new Set(short.map(({ text }) => core(text)))].filter((word) =>
  /^[a-z0-9_-]+$/.test(word),
)

/** Names of servers and ids of queues and sessions, as providers end their replies with, and as nobody has yet. */
const names = [
  ...['BL2NAM06', 'BL2NAM02', 'BL0NAM12', 'BN8NAM12', 'CO1NAM11', 'DM6NAM10', 'MW2NAM12', 'SN1NAM02'].map(
    (site) =>
      `[${site}FT009.eop-${site.slice(-5)}.prod.protection.outlook.com 2026-11-28T08:27:29.101Z 08DE2D4F]`,
  ),
  ...['BL2PEPF000101A4', 'BL02EPF0001A0FD', 'TS1PEPF00001A2B', 'GL1PEPF00023F49', 'HU0PEPF00012F20'].map(
    (server) => `[${server}.namprd03.prod.outlook.com 2026-11-28T08:27:29.101Z 08DE2D4F]`,
  ),
  '[BL2NAM06FT009]',
  '(BL2PEPF000101A4)',
  'd9443c01a7336-20b9fd7sor1234567 - gsmtp',
  'mx.google.com',
  'mta4001.mail.bf1.yahoo.com',
  'st11p00im-smtpin013.me.com',
  'mxgmx104',
  'mwinf5c04 ME',
  'resimta-po-01v.sys.comcast.net',
  '4Z8RL00004zQ',
  '1qXyZ1-0004aB-2C',
  '3AB1C2De012345',
  '[1700000000-AbCdEfGh]',
  '08DE2D4F-IB607AF2-0B21-4C11-9A00-BL0000003F21',
  ...shortWords.map((word) =>
    [
      `[x${word}x.mx.example.com 2026-11-28T08:27:29.101Z]`,
      `[${word}nam06ft009.eop-nam06.prod.protection.outlook.com]`,
      `${word}.mx.example.com`,
      `A7${word.toUpperCase()}3F`,
    ].join(' '),
  ),
]

describe('the name of a server or an id is no reason', () => {
  test.each(names)('%s', (name) => {
    for (const { of, reply } of table) {
      // Nothing may stand behind these.
      if (/^<?@?>?[.: ]*$/.test(reply.text)) continue
      expect(classify({ ...reply, text: `${reply.text} ${name}` }), reply.text).toBe(of)
    }
  })

  test('nor is a name before the text', () => {
    for (const { of, reply } of table)
      for (const name of names.filter((each) => !each.startsWith('[')))
        expect(classify({ ...reply, text: `${name} ${reply.text}` }), `${name} ${reply.text}`).toBe(of)
  })
})

test.each(short)('"$text" stands for whole words', ({ text }) => {
  const written = text.replaceAll('N', '0').replace(/\*$/, '')
  const within = [
    ...(/^[a-z0-9]/.test(text) ? [`x${written}`, `7${written}`] : []),
    ...(/[a-zN0-9]$/.test(text) ? [`${written}x`, `${written}7`] : []),
  ]
  for (const other of within)
    expect(says(readable(other), phraseOf(text), false, undefined), other).toBe(false)
  expect(says(readable(` ${written}`), phraseOf(text), false, undefined)).toBe(true)
})

/** Short texts of rules that stand in a reply which means something else. Each was looked at. */
const overlaps: readonly string[] = [
  'mailbox_full: unknown address (unknown_user)',
  'other: host unknown (unknown_domain)',
  'other: invalid address (unknown_user)',
  'other: invalid user (unknown_user)',
  'other: no such domain (unknown_domain)',
  'other: unknown address (unknown_user)',
  'other: user unknown (unknown_user)',
  'recipient_policy: unknown address (unknown_user)',
  'reputation: unknown address (unknown_user)',
  'reputation: user unknown (unknown_user)',
  'sender_policy: invalid address (unknown_user)',
  'sender_policy: invalid user (unknown_user)',
  'sender_policy: no such domain (unknown_domain)',
  'sender_policy: no such user (unknown_user)',
  'sender_policy: unknown address (unknown_user)',
  'sender_policy: user unknown (unknown_user)',
  'server: no such user (unknown_user)',
  'server: user unknown (unknown_user)',
]

test('a short text of a rule stands in no reply of another class, or is known to', () => {
  const found = new Set<string>()
  for (const { of, reply } of table)
    for (const { of: other, text } of short)
      if (other !== of && says(readable(reply.text), phraseOf(text), false, undefined))
        found.add(`${of}: ${text} (${other})`)
  expect([...found].sort()).toEqual(overlaps)
})
