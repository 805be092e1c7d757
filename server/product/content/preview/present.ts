import type { components } from '../../../../generated/api-types.js'
import { contentSha256 } from '../content-hash.js'
import type { RenderedMessage } from '../render-message.js'

type Schemas = components['schemas']

/** The sender of a version. */
export interface VersionSender {
  readonly from_email: string | null
  readonly from_name: string | null
  readonly reply_to: readonly Schemas['NamedAddress'][]
}

const maxWarnings = 50

/**
 * @param version null for content that is not saved
 */
export function presentPreview(
  version: number | null,
  { from_email: email, from_name: name, reply_to: replyTo }: VersionSender,
  { locale, subject, html, text, warnings }: RenderedMessage,
): Schemas['TemplatePreview'] {
  return {
    version,
    locale,
    subject,
    html,
    text,
    headers: {
      ...(email !== null && { From: readableMailboxes([{ email, ...(name !== null && { name }) }]) }),
      ...(replyTo.length > 0 && { 'Reply-To': readableMailboxes(replyTo) }),
      Subject: subject,
    },
    html_bytes: Buffer.byteLength(html ?? ''),
    content_sha256: contentSha256(subject, text, html),
    warnings: warnings
      .slice(0, maxWarnings)
      .map(({ code, message, variable = null, url = null }) => ({ code, message, variable, url })),
  }
}

/** Matches names that need no quotes before an address. */
const plainName = /^[^()<>[\]:;@\\,."]+$/

/** Writes addresses in the form that mail readers show: `Shop <billing@shop.example>`. */
function readableMailboxes(mailboxes: readonly Schemas['NamedAddress'][]): string {
  return mailboxes
    .map(({ email, name }) => {
      if (name === undefined) return email
      return plainName.test(name) ? `${name} <${email}>` : `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`
    })
    .join(', ')
}
