import { parseAddress } from '../requests/addresses.js'

/** An address with its optional name. */
export interface MailAddress {
  email: string
  name?: string
}

/** A file in a mail. */
export interface MailAttachment {
  filename: string | null
  content_type: string
  /** The size in bytes. */
  size: number
  content_id: string | null
  /** Fetches the bytes. */
  content(): Promise<Uint8Array>
}

/** A mail in the sink. */
export interface Mail {
  id: string
  /** The time of receipt: RFC 3339, in UTC. */
  received_at: string
  /** The SMTP envelope: the return path and all recipients, including those that the headers do not name. */
  envelope: { from: string; to: string[] }
  /** The address in the From field; null if there is none or it cannot be parsed. */
  from: MailAddress | null
  /** The addresses in the To field. */
  to: MailAddress[]
  subject: string | null
  text: string | null
  html: string | null
  /** The header fields by lower-case name; an array if a field occurs more than once. */
  headers: Record<string, string | string[]>
  attachments: MailAttachment[]
  /** The http and https links in the text, followed by the other links in the HTML, without duplicates. */
  links: string[]
}

/** A mail in the shape of the sink's JSON. */
export interface MailView extends Omit<Mail, 'from' | 'to' | 'attachments' | 'links'> {
  attachments: Omit<MailAttachment, 'content'>[]
}

/** Converts the sink's JSON to a mail. `content` fetches the bytes of the attachment at an index. */
export function mailOf(view: MailView, content: (index: number) => Promise<Uint8Array>): Mail {
  const { attachments, headers } = view
  return {
    ...view,
    from: addressesIn(headers['from'])[0] ?? null,
    to: addressesIn(headers['to']),
    attachments: attachments.map((attachment, index) => ({ ...attachment, content: () => content(index) })),
    links: linksOf(view),
  }
}

/** Returns the addresses in a header's value. Skips addresses that cannot be parsed. */
function addressesIn(value: string | string[] | undefined): MailAddress[] {
  return [value ?? []].flat().flatMap((list) =>
    // Splits at the commas between addresses, not at commas in a quoted name.
    (list.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? []).flatMap((text) => {
      try {
        return [parseAddress(text, 'address')]
      } catch {
        return []
      }
    }),
  )
}

/** Returns the links in a mail, as {@link Mail} describes. */
export function linksOf({ text, html }: Pick<Mail, 'text' | 'html'>): string[] {
  const inText = (text?.match(/https?:\/\/[^\s<>"]+/g) ?? []).map(withoutPunctuation)
  const inHtml = [...(html ?? '').matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
    .map(([, double, single]) => (double ?? single ?? '').trim().replace(/&amp;/g, '&'))
    .filter((link) => /^https?:\/\//.test(link))
  return [...new Set([...inText, ...inHtml])]
}

/** Removes trailing punctuation that belongs to the sentence around a link, not to the link. */
function withoutPunctuation(link: string): string {
  let end = link.length
  while (/[.,;:!?'\])}]/.test(link.charAt(end - 1))) {
    if (link.charAt(end - 1) === ')' && link.slice(0, end).includes('(')) break
    end--
  }
  return link.slice(0, end)
}
