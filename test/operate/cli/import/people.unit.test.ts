import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { exportFiles } from '../../../../server/operate/cli/import/files.js'
import { exportPrograms } from '../../../../server/operate/cli/import/exports.js'
import { convertedFile } from '../../../../server/operate/cli/import/converted.js'
import { LeftOut } from '../../../../server/operate/cli/import/left-out.js'
import { exportedTime, readPeople, type Person } from '../../../../server/operate/cli/import/people.js'
import { tagsOf } from '../../../../server/operate/cli/import/properties.js'
import { cleaned, listmonk, sendgrid, subscribed, unsubscribed } from '../../../support/audience/exports.js'
import { scratchFolder } from '../../../support/run/scratch-folder.js'

/** Tests which rows are read off the exports of each program. */

const now = new Date('2026-11-27T09:00:00Z')
const folder = mkdtempSync(path.join(scratchFolder, 'postseal-exports-'))

async function fileOf(program: keyof typeof exportPrograms, name: string, content: string) {
  writeFileSync(path.join(folder, name), content)
  const [file] = await exportFiles(exportPrograms[program], path.join(folder, name))
  if (file === undefined) throw new Error('it has no files')
  return file
}

async function read(program: keyof typeof exportPrograms, name: string, content: string) {
  const leftOut = new LeftOut()
  const people: Person[] = []
  const file = await fileOf(program, name, content)
  for await (const batch of readPeople(file, leftOut, now)) people.push(...batch.people)
  return { people, leftOut: leftOut.fields.map(({ field, why, lines }) => [field, why, ...lines]) }
}

test('listmonk: nested attributes become properties, and who is not enabled has opted out', async () => {
  const { people, leftOut } = await read('listmonk', 'subscribers.csv', listmonk)
  expect(people).toMatchObject([
    {
      line: 2,
      email: 'Ada@example.com',
      name: 'Ada "the first" Łovelace',
      properties: {
        city: 'Bengaluru',
        seats: 5,
        vip: true,
        address_postal_code: '560001',
        tags: 'alpha, beta',
      },
      unsubscribedAt: undefined,
    },
    { email: 'blocked@example.com', properties: {}, unsubscribedAt: new Date('2025-03-02T04:30:00.5Z') },
    { email: 'odd@example.com', unsubscribedAt: now },
    { email: '=cmd@example.com', name: '-1; =2' },
  ])
  expect(leftOut).toEqual([
    ['attributes.bio', 'it is longer than 1000 characters', 2],
    ['attributes.orders', 'it is a list of more than texts and numbers', 2],
    ['attributes.城市', 'its name cannot be that of a property', 2],
    ['attributes', 'it is not an object of JSON', 4],
    ['updated_at', 'it is not a time', 4],
  ])
})

test('Mailchimp: files say who may be written to, and the confirmation is the proof', async () => {
  const { people } = await read('mailchimp', 'subscribed_email_audience_export_a1.csv', subscribed)
  expect(people).toMatchObject([
    {
      firstName: 'Grace',
      lastName: 'Hopper',
      properties: {
        phone_number: '+1 555 0101',
        tags: 'Member, 2025 waiver',
        notes: 'Two\nlines',
        member_rating: '4',
      },
      consent: { at: new Date('2024-01-01T09:05:00Z'), ip: '192.0.2.11' },
    },
    { consent: { at: new Date('2024-02-01T09:00:00Z'), ip: '192.0.2.10' } },
    { consent: undefined },
  ])
  const left = await read('mailchimp', 'unsubscribed_members_export_a1.csv', unsubscribed)
  expect(left.people.map(({ unsubscribedAt }) => unsubscribedAt)).toEqual([
    new Date('2025-06-01T10:00:00Z'),
    now,
  ])
  const gone = await read('mailchimp', 'cleaned_members_export_a1.csv', cleaned)
  expect(gone.people).toMatchObject([
    {
      suppression: {
        address: 'carol@example.com',
        reason: 'hard_bounce',
        note: 'Bounce Cleanup',
        suppressedAt: new Date('2025-05-15T09:00:00Z'),
      },
      unsubscribedAt: undefined,
    },
  ])
})

test('SendGrid: contacts have its fields as properties, and suppressions have no contacts', async () => {
  const { people } = await read('sendgrid', 'contacts.csv', sendgrid)
  expect(people).toMatchObject([
    {
      email: 'ada@example.com',
      firstName: 'Ada',
      properties: { city: 'Zürich', postal_code: '8001', plan: 'pro' },
    },
  ])
  const bounces = await read(
    'sendgrid',
    'suppression_bounces.csv',
    'status,reason,email,created\n5.1.1,"550 no such, user",gone@example.com,1700000000\n4.2.2,full,full@example.com,1700000000\n',
  )
  expect(bounces.people.map(({ suppression }) => suppression)).toMatchObject([
    {
      address: 'gone@example.com',
      reason: 'hard_bounce',
      note: '550 no such, user',
      suppressedAt: new Date('2023-11-14T22:13:20Z'),
    },
    undefined,
  ])
  expect(bounces.leftOut).toEqual([[null, 'the address was away for a time only', 3]])
})

test('a file that is converted has each person on the line of the export', async () => {
  const file = await fileOf('mailchimp', 'subscribed_segment_export_b2.csv', subscribed)
  const text = String(await buffer(convertedFile(file, () => true, 'mailchimp', now)))
  const lines = text.split('\r\n')
  expect(lines[1]).toMatch(
    /^grace@example.com,,Grace,Hopper,,"{.*Two\\nlines.*}",2024-01-01T09:05:00.000Z,mailchimp,/,
  )
  expect(lines[2]).toBe('')
  expect(lines[3]).toMatch(/^eve@example.com,/)
})

test.each([
  ['mailchimp', 'members.csv', subscribed, 'members.csv is not a known export: its name does not begin'],
  ['sendgrid', 'suppression_blocks.csv', 'email\n', 'blocks say that a server refused a mail'],
  ['listmonk', 'others.csv', 'name,city\nAda,London\n', 'others.csv has no column for the address'],
] as const)('%s: %s is refused', async (program, name, content, reason) => {
  await expect(read(program, name, content)).rejects.toThrow(reason)
})

test.each([
  ['2023-01-05 10:00:00.123456 +0530 +0530', '2023-01-05T04:30:00.123Z'],
  ['2023-01-05 10:00:00 +0000 UTC', '2023-01-05T10:00:00.000Z'],
  ['2023-07-05 10:00:00 +0200 CEST', '2023-07-05T08:00:00.000Z'],
  ['2023-01-05T10:00:00Z', '2023-01-05T10:00:00.000Z'],
  ['1700000000', '2023-11-14T22:13:20.000Z'],
  ['0001-01-01 00:00:00 +0000 UTC', undefined],
  ['2999-01-01', undefined],
  ['soon', undefined],
])('the time %s', (text, at) => {
  expect(exportedTime(text, now)?.toISOString()).toBe(at)
})

test('tags are taken in quotes or not', () => {
  expect(tagsOf('"Member","2025 ""gold"" waiver"')).toBe('Member, 2025 "gold" waiver')
  expect(tagsOf('Newsletter, VIP')).toBe('Newsletter, VIP')
  expect(tagsOf(' , ')).toBe(undefined)
})
