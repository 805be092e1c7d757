import { checkMail } from '../../../server/mail/placement/check-mail.js'

/** A mail with nothing wrong in its header, made with what a test changes of it, and what a check finds in it. */

const usual = {
  From: 'Shop <hello@shop.example>',
  To: 'ada@example.com',
  Subject: 'Your order has shipped',
  Date: 'Sun, 3 May 2026 10:12:00 +0000',
  'Message-ID': '<1@shop.example>',
  'MIME-Version': '1.0',
}

/** Fields of a header by their names; undefined leaves one out. */
export type Header = Readonly<Record<string, string | undefined>>

/** Fields as a header has them, each with its line end. */
export const fieldsOf = (header: Header) =>
  Object.entries(header)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

/** The header of the usual mail, with other fields in place of its own. */
export const headerOf = (more: Header) => fieldsOf({ ...usual, ...more })

/** A mail of a text alone. */
export const withText = (more: Header = {}, text = 'Your order has shipped.') =>
  Buffer.from(`${headerOf({ 'Content-Type': 'text/plain', ...more })}\r\n${text}\r\n`)

/** A mail of HTML, with a text beside it unless that is null. */
export const withHtml = (html: string, text: string | null = 'Your order has shipped.') =>
  Buffer.from(
    `${headerOf({ 'Content-Type': 'multipart/alternative; boundary=b' })}\r\n` +
      (text === null ? '' : `--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`) +
      `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b--\r\n`,
  )

/** Returns the findings of a check in a mail, as texts. */
export async function seen(check: string, raw: Buffer): Promise<string[]> {
  const found = (await checkMail(raw)).filter((finding) => finding.check === check)
  return found.map(({ status, seen }) => `${status}: ${seen}`)
}
