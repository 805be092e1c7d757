import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subscriptionLinks } from '../../../../server/product/audience/subscriptions/links/links.js'
import { inboundLinks, type InboundLinkKind } from '../../../../server/product/inbound/links/links.js'
import { alteredTokens } from '../../../support/arbitrary/altered-tokens.js'
import { runs } from '../../../support/run/sampled.js'

const key = new Uint8Array(32).fill(7)
const publicUrl = 'https://mail.example/postseal'
const links = inboundLinks(key, publicUrl)

const kinds: readonly InboundLinkKind[] = ['content', 'raw', 'attachment']
const link = fc.record({
  workspaceId: fc.uuid(),
  messageId: fc.uuid(),
  attachmentId: fc.uuid(),
  expiresAt: fc.date({ min: new Date(1), max: new Date('2200-01-01'), noInvalidDate: true }),
})
type Link = typeof link extends fc.Arbitrary<infer T> ? T : never

const urlOf = (kind: InboundLinkKind, of: Link) =>
  kind === 'content' ? links.contentUrl(of) : kind === 'raw' ? links.rawUrl(of) : links.attachmentUrl(of)
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

test('a link says what it was made of until it expires', () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), link, (kind, of) => {
      const url = urlOf(kind, of)
      const { attachmentId, ...message } = of
      const folder = kind === 'attachment' ? 'attachments' : kind
      expect(url.startsWith(`${publicUrl}/inbound/${folder}/`)).toBe(true)
      expect(tokenOf(url)).toMatch(/^[\w-]+$/)
      const read = (ms: number) => links.read(kind, tokenOf(url), new Date(of.expiresAt.getTime() + ms))
      expect(read(-1)).toEqual(kind === 'attachment' ? { ...message, attachmentId } : message)
      expect(read(0)).toBeUndefined()
      expect(urlOf(kind, of)).toBe(url)
    }),
    { numRuns: runs(50) },
  )
})

test('whatever differs in one bit, or is made with another key, is none', () => {
  const others = inboundLinks(new Uint8Array(32).fill(8), publicUrl)
  fc.assert(
    fc.property(fc.constantFrom(...kinds), link, (kind, of) => {
      const token = tokenOf(urlOf(kind, of))
      const now = new Date(0)
      expect(links.read(kind, token, now)).toBeDefined()
      expect(others.read(kind, token, now)).toBeUndefined()
      for (const other of alteredTokens(token)) expect(links.read(kind, other, now), other).toBeUndefined()
    }),
    { numRuns: runs(10) },
  )
})

test('a link of one kind is no link of another', () => {
  fc.assert(
    fc.property(link, (of) => {
      for (const made of kinds)
        for (const read of kinds.filter((kind) => kind !== made))
          expect(links.read(read, tokenOf(urlOf(made, of)), new Date(0))).toBeUndefined()
      // As long as that of a link to the message, and signed with the same key.
      const confirm = { workspaceId: of.workspaceId, subscriptionId: of.messageId, issuedAt: of.expiresAt }
      const subscriptions = subscriptionLinks(key, publicUrl)
      const token = tokenOf(subscriptions.confirmUrl(confirm))
      for (const kind of kinds) expect(links.read(kind, token, new Date(0))).toBeUndefined()
      expect(subscriptions.readConfirm(tokenOf(urlOf('raw', of)), new Date(0))).toBe('invalid')
    }),
    { numRuns: runs(20) },
  )
})
