import { describe, expect, test } from 'vitest'
import { readSearch } from '../../../console/screens/messages/search.js'

describe('the search of messages', () => {
  test.each([
    ['', {}],
    ['reset your password', { q: 'reset your password' }],
    ['ada@example.com', { recipient: 'ada@example.com' }],
    ['"ada@example.com"', { q: 'ada@example.com' }],
    ['to:ada@example.com receipt', { recipient: 'ada@example.com', q: 'receipt' }],
    ['domain:example.com', { recipient_domain: 'example.com' }],
    ['subject:reset ada', { subject: 'reset', q: 'ada' }],
    ['SUBJECT:"reset: now" category:news', { subject: 'reset: now', category: 'news' }],
    ['meta:order=a=b', { metadata_key: 'order', metadata_value: 'a=b' }],
    ['message:msg_1', { message_id: 'msg_1' }],
    ['campaign:cmp_1 to:a@b', { campaign_id: 'cmp_1', recipient: 'a@b' }],
    ['automation:aut_1', { automation_id: 'aut_1' }],
    ['key:key_1 receipt', { api_key_id: 'key_1', q: 'receipt' }],
    ['after:2026-11-01T10:00Z', { since: '2026-11-01T10:00:00.000Z' }],
  ])('%s', (text, query) => {
    expect(readSearch(text)).toEqual({ query })
  })

  test.each([
    ['to:ada', 'After “to:” comes a whole address'],
    ['meta:order', 'After “meta:” come a name and a value'],
    ['campaign:aut_1', 'After “campaign:” comes an id, such as campaign:cmp_….'],
    ['automation:cmp_1', 'After “automation:” comes an id, such as automation:aut_….'],
    ['campaign:cmp_1 automation:aut_1', 'A mail is of a campaign or of an automation'],
    ['key:msg_1', 'Enter an id after “key:”, such as key:key_….'],
    ['before:soon', 'After “before:” comes a day'],
    ['opened:yes', 'There is no field “opened”'],
  ])('%s is a mistake', (text, mistake) => {
    expect(readSearch(text)).toEqual({ query: {}, mistake: expect.stringContaining(mistake) })
  })
})
