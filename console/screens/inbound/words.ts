import type { InboundMessage, InboundMessageDetail } from 'postseal'

/** What kinds of automatic mail there are, in words, and how a mail is known as one. */
export const automaticKinds: Readonly<Record<string, { readonly word: string; readonly hint: string }>> = {
  none: { word: 'By a person', hint: 'Its header does not say that a program wrote it.' },
  auto_reply: { word: 'Automatic reply', hint: 'A notice of absence or of receipt.' },
  auto_generated: { word: 'By a program', hint: 'Written by a program.' },
  bounce: { word: 'Report', hint: 'A report of delivery, or mail without a sender.' },
  list: { word: 'Mailing list', hint: 'From a mailing list, or a newsletter.' },
}

/** The word for a kind; one that this console does not know is named as it is. */
export function automaticText(kind: InboundMessage['automatic']): string {
  return automaticKinds[kind]?.word ?? kind
}

/** Who wrote a mail, as its From field has it. */
export function senderText({ from, envelope }: InboundMessage): string {
  const [first] = from
  if (first === undefined) return envelope.from === '' ? '(no sender)' : envelope.from
  return first.name ?? first.email
}

/** An address with its name. */
export function addressText({
  email,
  name,
}: {
  readonly email: string
  readonly name: string | null
}): string {
  return name === null ? email : `${name} <${email}>`
}

/** The subject, or what stands in its place. */
export function subjectText({ subject }: { readonly subject: string }): string {
  return subject === '' ? '(no subject)' : subject
}

/** A size in bytes, in the unit that reads best. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** What a mail says anew: its text without quotations, or all of it where that leaves nothing. */
export function newText({ reply_text: reply, text }: InboundMessageDetail): string {
  return (reply ?? '').trim() === '' ? (text ?? '').trim() : (reply ?? '').trim()
}
