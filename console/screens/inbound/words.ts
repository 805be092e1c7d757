import type { InboundMessage, InboundMessageDetail } from 'postseal'

/** The kinds of automatic mail in words, each with the way in which it is recognized. */
export const automaticKinds: Readonly<Record<string, { readonly word: string; readonly hint: string }>> = {
  none: { word: 'By a person', hint: 'No header says that a program sent it.' },
  auto_reply: { word: 'Automatic reply', hint: 'An out-of-office reply or an acknowledgement.' },
  auto_generated: { word: 'By a program', hint: 'Written by a program.' },
  bounce: { word: 'Report', hint: 'A delivery report, or mail without a sender.' },
  list: { word: 'Mailing list', hint: 'From a mailing list or a newsletter.' },
}

/** Returns the word for a kind; a kind that this console does not know is named as in the API. */
export function automaticText(kind: InboundMessage['automatic']): string {
  return automaticKinds[kind]?.word ?? kind
}

/** Returns the author of a mail, as its From field names them. */
export function senderText({ from, envelope }: InboundMessage): string {
  const [first] = from
  if (first === undefined) return envelope.from === '' ? '(no sender)' : envelope.from
  return first.name ?? first.email
}

/** Formats an address with its name. */
export function addressText({
  email,
  name,
}: {
  readonly email: string
  readonly name: string | null
}): string {
  return name === null ? email : `${name} <${email}>`
}

/** Returns the subject, or a phrase in its place if it is empty. */
export function subjectText({ subject }: { readonly subject: string }): string {
  return subject === '' ? '(no subject)' : subject
}

/** Returns the new text of a mail, without quotations, or the whole text if nothing else remains. */
export function newText({ reply_text: reply, text }: InboundMessageDetail): string {
  return (reply ?? '').trim() === '' ? (text ?? '').trim() : (reply ?? '').trim()
}
