import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { StoredMessage } from '../kept/stored-message.js'
import type { MessageStore } from '../kept/store.js'
import type { AttachmentContent } from '../parser/jobs.js'
import { MissingMail } from '../parser/parser.js'

/**
 * Returns the policy of the frame with a message's HTML. The HTML is a stranger's, so it gets no scripts, no forms
 * and no access to the surrounding page. Its links open in new tabs without these limits. Inline images are
 * attachments of the same message.
 */
function framePolicy(remoteImages: boolean): string {
  return [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `img-src 'self' data:${remoteImages ? ' https: http:' : ''}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/**
 * Sends the HTML body of a message, sandboxed so that a frame can show it safely.
 *
 * @param remoteImages whether to load images from other servers, which tells those servers that the message
 *   was opened
 */
export function sendHtmlBody(res: Response, html: Uint8Array, remoteImages: boolean): void {
  res
    .status(200)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': framePolicy(remoteImages),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .end(html)
}

/**
 * Sends the exact bytes of a message, as a type that no browser renders or sniffs into another type.
 *
 * @throws MissingMail if the message was deleted in the meantime; then nothing was sent
 */
export async function sendRaw(res: Response, store: MessageStore, message: StoredMessage): Promise<void> {
  const opened = await store.open(message)
  if (opened === undefined) throw new MissingMail('it was deleted')
  res.set({
    'Content-Type': 'message/rfc822',
    'Content-Length': String(message.size),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  const { handle, start } = opened
  if (message.size === 0) {
    await handle.close()
    res.end()
    return
  }
  const content = handle.createReadStream({ start, end: start + message.size - 1 })
  // A client that disconnects is not an error.
  await pipeline(content, res).catch((error: unknown) => {
    if (!res.destroyed) throw error
  })
}

/**
 * Sends an attachment as a download. The name in the message is only a suggestion of a stranger: directories, control
 * characters and characters that some systems interpret are removed.
 */
export function sendAttachment(res: Response, attachment: AttachmentContent, index: number): void {
  res.attachment(safeFilename(attachment.filename ?? undefined, index))
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
  res.end(attachment.content)
}

/**
 * Returns a file name that is safe to save under, at most 150 characters; `attachment-N` if nothing is left of the
 * suggestion.
 */
export function safeFilename(suggested: string | undefined, index: number): string {
  const base = (suggested ?? '').slice(-1_000).split(/[/\\]/).at(-1) ?? ''
  const safe = base
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(-150)
  return safe === '' ? `attachment-${index + 1}` : safe
}
