import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  inertUnsubscribeUrl,
  subscriptionLinks,
} from '../../../../server/product/audience/subscriptions/links/links.js'
import { alteredTokens } from '../../../support/arbitrary/altered-tokens.js'
import { runs } from '../../../support/run/sampled.js'

const key = new Uint8Array(32).fill(7)
const links = subscriptionLinks(key, 'https://mail.example/postseal')
const day = 24 * 60 * 60 * 1000

const confirmLink = fc.record({
  workspaceId: fc.uuid(),
  subscriptionId: fc.uuid(),
  issuedAt: fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
})
const unsubscribeLink = fc.record(
  { workspaceId: fc.uuid(), subscriptionId: fc.uuid(), logId: fc.uuid() },
  { requiredKeys: ['workspaceId', 'subscriptionId'] },
)

const contactLink = fc.record({ workspaceId: fc.uuid(), contactId: fc.uuid(), logId: fc.uuid() })

function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

test('a link to confirm says what it was made of, until its 7 days are over', () => {
  fc.assert(
    fc.property(confirmLink, (link) => {
      const url = links.confirmUrl(link)
      expect(url).toMatch(/^https:\/\/mail\.example\/postseal\/subscriptions\/confirm\/[\w-]{74}$/)
      const readAfter = (ms: number) =>
        links.readConfirm(tokenOf(url), new Date(link.issuedAt.getTime() + ms))
      expect(readAfter(0)).toEqual(link)
      expect(readAfter(7 * day - 1)).toEqual(link)
      expect(readAfter(7 * day)).toBe('expired')
      // The clock of another process may be behind.
      expect(readAfter(-1000)).toEqual(link)
    }),
    { numRuns: runs(50) },
  )
})

test('a link to unsubscribe says what it was made of, and is always the same', () => {
  fc.assert(
    fc.property(unsubscribeLink, (link) => {
      const url = links.unsubscribeUrl(link)
      expect(url).toMatch(/^https:\/\/mail\.example\/postseal\/subscriptions\/unsubscribe\/[\w-]+$/)
      expect(links.readUnsubscribe(tokenOf(url))).toEqual(link)
      expect(links.unsubscribeUrl({ ...link })).toBe(url)
    }),
    { numRuns: runs(50) },
  )
})

test('a contact’s link to unsubscribe says what it was made of, and is never one of a list', () => {
  fc.assert(
    fc.property(contactLink, (link) => {
      const url = links.contactUnsubscribeUrl(link)
      expect(url).toMatch(/^https:\/\/mail\.example\/postseal\/subscriptions\/unsubscribe\/[\w-]+$/)
      expect(links.readContactUnsubscribe(tokenOf(url))).toEqual(link)
      expect(links.readUnsubscribe(tokenOf(url))).toBe('invalid')
      expect(links.contactUnsubscribeUrl({ ...link })).toBe(url)
      const { workspaceId, contactId: subscriptionId, logId } = link
      const ofList = links.unsubscribeUrl({ workspaceId, subscriptionId, logId })
      expect(links.readContactUnsubscribe(tokenOf(ofList))).toBe('invalid')
    }),
    { numRuns: runs(50) },
  )
})

test('the link that belongs to nobody is no token', () => {
  const url = inertUnsubscribeUrl('https://mail.example/postseal')
  expect(url).toBe('https://mail.example/postseal/subscriptions/unsubscribe/preview')
  expect(links.readUnsubscribe(tokenOf(url))).toBe('invalid')
  expect(links.readContactUnsubscribe(tokenOf(url))).toBe('invalid')
})

test('a token that was changed anywhere, even when it has expired, is invalid', () => {
  const late = new Date('2300-01-01')
  fc.assert(
    fc.property(confirmLink, unsubscribeLink, contactLink, (confirm, unsubscribe, contact) => {
      for (const token of alteredTokens(tokenOf(links.confirmUrl(confirm))))
        if (links.readConfirm(token, late) !== 'invalid') throw new Error(token)
      for (const token of alteredTokens(tokenOf(links.unsubscribeUrl(unsubscribe))))
        if (links.readUnsubscribe(token) !== 'invalid') throw new Error(token)
      for (const token of alteredTokens(tokenOf(links.contactUnsubscribeUrl(contact))))
        if (links.readContactUnsubscribe(token) !== 'invalid') throw new Error(token)
    }),
    { numRuns: 3 },
  )
})

test('a token is for its purpose and of its key alone', () => {
  const link = { workspaceId: crypto.randomUUID(), subscriptionId: crypto.randomUUID(), issuedAt: new Date() }
  const confirm = tokenOf(links.confirmUrl(link))
  const unsubscribe = tokenOf(links.unsubscribeUrl({ ...link, logId: crypto.randomUUID() }))
  expect(links.readUnsubscribe(confirm)).toBe('invalid')
  expect(links.readConfirm(unsubscribe, new Date())).toBe('invalid')
  const others = subscriptionLinks(new Uint8Array(32).fill(8), 'https://mail.example/postseal')
  expect(others.readConfirm(confirm, new Date())).toBe('invalid')
  expect(others.readUnsubscribe(unsubscribe)).toBe('invalid')
  const { workspaceId, subscriptionId: contactId } = link
  const contact = tokenOf(links.contactUnsubscribeUrl({ workspaceId, contactId, logId: crypto.randomUUID() }))
  expect(others.readContactUnsubscribe(contact)).toBe('invalid')
})
