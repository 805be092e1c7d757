import type { Response } from 'express'
import type { Attachment } from 'mailparser'

// No script, no network, no access to the page around it: this is what a stranger wrote. Inline images were
// put in as data: URLs.
const HTML_POLICY = "sandbox; default-src 'none'; img-src data: cid:; style-src 'unsafe-inline'"

/** Sends the HTML body of a message, locked up so that it can be shown in a frame. */
export function sendHtmlBody(res: Response, html: string): void {
  res
    .status(200)
    .set({
      'Content-Security-Policy': HTML_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .type('html')
    .send(html)
}

/** Sends the exact bytes of a message. As a type no browser renders, and never sniffed into another. */
export function sendRaw(res: Response, raw: Buffer): void {
  res.set({
    'Content-Type': 'message/rfc822',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  res.send(raw)
}

/**
 * Sends an attachment as a download. The name in the message is only a suggestion of a stranger: directories,
 * control characters and characters that some system reads in its own way are taken out.
 */
export function sendAttachment(res: Response, attachment: Attachment, index: number): void {
  res.attachment(safeFilename(attachment.filename, index))
  // The type is the message's own; with a sandbox and a forced download it cannot become a page.
  const type = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(attachment.contentType)
    ? attachment.contentType
    : 'application/octet-stream'
  res.set({
    'Content-Type': type,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  res.send(attachment.content)
}

/** A file name that is safe to save under, at most 150 characters; `attachment-N` when nothing is left of it. */
export function safeFilename(suggested: string | undefined, index: number): string {
  const base = (suggested ?? '').split(/[/\\]/).at(-1) ?? ''
  const safe = base
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(-150)
  return safe === '' ? `attachment-${index + 1}` : safe
}
