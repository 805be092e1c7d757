import { simpleParser, type Attachment } from 'mailparser'
import { readDeliveryStatus, type RecipientStatus } from './dsn.js'
import { readFeedback, readJunkReport, type Feedback } from './feedback.js'

/** What a message that came back is. */
export type Report =
  | { readonly kind: 'dsn'; readonly statuses: readonly RecipientStatus[] }
  | { readonly kind: 'feedback'; readonly feedback: Feedback }
  /** Prose for a person. */
  | { readonly kind: 'none'; readonly automatic: boolean }

const originals = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers']

/**
 * Reads a report by its parts for machines, never by its prose, which anybody words as they like. The message it returns
 * is not descended into. It never throws.
 */
export async function readReport(raw: Buffer): Promise<Report> {
  const mail = await parsed(raw)
  const attachments = mail?.attachments ?? []
  const status = attachments.find(({ contentType }) =>
    /^message\/(global-)?delivery-status$/.test(contentType),
  )
  if (status !== undefined) return { kind: 'dsn', statuses: readDeliveryStatus(textOf(status)) }

  const original = textOf(attachments.find(({ contentType }) => originals.includes(contentType)))
  const part = attachments.find(({ contentType }) => contentType === 'message/feedback-report')
  const feedback = part === undefined ? readJunkReport(original) : readFeedback(textOf(part), original)
  if (feedback !== undefined) return { kind: 'feedback', feedback }
  return { kind: 'none', automatic: isAutomatic(mail?.headers) }
}

type Parsed = Awaited<ReturnType<typeof simpleParser>>

async function parsed(raw: Buffer): Promise<Parsed | undefined> {
  try {
    return await simpleParser(raw, {
      keepDeliveryStatus: true,
      skipHtmlToText: true,
      skipTextToHtml: true,
      skipImageLinks: true,
    })
  } catch {
    // Whatever it is, it is no report.
    return undefined
  }
}

function textOf(part: Attachment | undefined): string {
  return part === undefined ? '' : part.content.toString('utf8')
}

/** Whether a program wrote it: a vacation notice, or a report in prose (RFC 3834, section 5, and older habits). */
function isAutomatic(headers: Parsed['headers'] | undefined): boolean {
  const submitted = headers?.get('auto-submitted')
  if (typeof submitted === 'string' && !/^no\b/i.test(submitted.trim())) return true
  const precedence = headers?.get('precedence')
  return (
    (typeof precedence === 'string' && /^(auto_reply|bulk|junk|list)\b/i.test(precedence.trim())) ||
    headers?.has('x-autoreply') === true ||
    headers?.has('x-auto-response-suppress') === true
  )
}
