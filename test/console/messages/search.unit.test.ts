import { describe, expect, test } from 'vitest'
import { readSearch, withoutStatus } from '../../../console/screens/messages/search.js'

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
    ['to:ada', 'Enter a full address after “to:”'],
    ['meta:order', 'Enter a name and a value after “meta:”'],
    ['campaign:aut_1', 'Enter an id after “campaign:”, such as campaign:cmp_….'],
    ['automation:cmp_1', 'Enter an id after “automation:”, such as automation:aut_….'],
    ['campaign:cmp_1 automation:aut_1', 'A message belongs to a campaign or to an automation'],
    ['key:msg_1', 'Enter an id after “key:”, such as key:key_….'],
    ['before:soon', 'Enter a day after “before:”'],
    ['opened:yes', 'There is no field “opened”'],
  ])('%s is a mistake', (text, mistake) => {
    expect(readSearch(text)).toEqual({ query: {}, mistake: expect.stringContaining(mistake) })
  })
})

describe('the words for the status and the sender', () => {
  test('are sent as the parameters that the API has for them', () => {
    expect(readSearch('status:Bounced from:shop@example.com template:tpl_1 hello')).toEqual({
      query: { status: 'bounced', from_email: 'shop@example.com', template_id: 'tpl_1', q: 'hello' },
    })
    expect(readSearch('from:example.com')).toEqual({ query: { from_domain: 'example.com' } })
  })

  test('are refused in a sentence that says what may follow', () => {
    expect(readSearch('status:lost').mistake).toContain('scheduled, queued, deferred, delivered')
    expect(readSearch('from:shop').mistake).toContain('from:shop@example.com')
    expect(readSearch('sender:ada').mistake).toContain('The fields are status, from, to')
  })

  test('leave the rest of the search when the status is shown beside it', () => {
    expect(withoutStatus('hello status:bounced subject:"the status: open"')).toBe(
      'hello subject:"the status: open"',
    )
  })
})
