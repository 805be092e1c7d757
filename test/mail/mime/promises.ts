import { expect } from 'vitest'
import { parseLimits, type ParsedMail } from '../../../server/mail/mime/parsed-mail.js'

/** Expects the properties that every message has, whatever it consists of. */
export function expectPromises(mail: ParsedMail, size: number): void {
  const { from, to, cc, replyTo, attachments, references, hops } = mail
  const lists = [from, to, cc, replyTo]
  const texts = [
    ...[mail.subject, mail.messageId, mail.text, mail.html, mail.replyText],
    ...mail.headers.flatMap(({ name, value }) => [name, value]),
    ...lists.flat().flatMap(({ email, name }) => [email, name]),
    ...attachments.flatMap(({ filename, contentType, contentId }) => [filename, contentType, contentId]),
    ...references,
  ].filter((text) => text !== null)
  expect(texts.filter((text) => /[\0\p{Cs}]/u.test(text))).toEqual([])
  expect(Buffer.byteLength(mail.text ?? '')).toBeLessThanOrEqual(parseLimits.textBytes)
  expect(Buffer.byteLength(mail.html ?? '')).toBeLessThanOrEqual(parseLimits.textBytes)
  expect(mail.subject.length).toBeLessThanOrEqual(parseLimits.subjectLength)
  expect(mail.messageId ?? '<x>').toMatch(/^<[^<>\s]{1,996}>$/)
  expect(mail.date ?? '2026-01-01T00:00:00.000Z').toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  expect(mail.replyText === null).toBe(mail.text === null)
  for (const list of lists) {
    expect(list.length).toBeLessThanOrEqual(parseLimits.addresses)
    for (const { email, name } of list) {
      expect(email).not.toBe('')
      expect(Math.max(email.length, name?.length ?? 0)).toBeLessThanOrEqual(parseLimits.addressLength)
    }
  }
  expect(attachments.length).toBeLessThanOrEqual(parseLimits.attachments)
  let last = 0
  for (const { filename, contentType, begin, end } of attachments) {
    expect(filename ?? 'x').toMatch(/^[^/\\\p{Cc}\u202a-\u202e\u2066-\u2069]{1,255}$/u)
    expect(contentType).toMatch(/^[^\s/]+\/[^\s/]+$/)
    expect(contentType).toBe(contentType.toLowerCase())
    expect(begin).toBeGreaterThanOrEqual(last)
    expect(end).toBeGreaterThanOrEqual(begin)
    last = end
  }
  expect(last).toBeLessThanOrEqual(size)
  expect(references.length).toBeLessThanOrEqual(parseLimits.references)
  expect(new Set(references).size).toBe(references.length)
  expect(hops.own).toBeLessThanOrEqual(hops.all)
}
