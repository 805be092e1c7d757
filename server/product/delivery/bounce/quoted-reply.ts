/** The reply of a server further on, quoted in another server's reply. */
export interface QuotedReply {
  readonly code: number
  /** The enhanced code as written in the text. */
  readonly enhanced: string | undefined
  readonly text: string
  /** Words of the quoting server itself, before the quoted reply. */
  readonly before: string
}

/**
 * Finds a code of 4xx or 5xx that begins a reply. At the beginning of a text Gmail writes the code twice: 550 550
 * 5.7.1 … (state 13).
 */
const replyCode = /(?<![\w.-])([45]\d\d)(?:[ -]+(?=\S)|', ?\[)/g

/** Words that introduce a quoted reply; each pattern ends where the code begins. */
const introducers = [
  // Postfix: host mx.example.com[192.0.2.1] said: 550 … (in reply to RCPT TO command). qmail: Remote host said: 550 …
  // Gmail: The response from the remote server was: 550 …. Exim, calling out: Response: 550 …
  /\b(?:said|says|saying|was|were|returned|replied|responded|answered|response|reason|reply|error|data|command|failure|status|message|code)(?:\[response message\])?: ?["'<(]*$/,
  // Exchange: Remote Server returned '550 …' / returned '<mx.example.com #5.1.1 smtp;550 …>'
  /\b(?:returned|said|was|got|received|(?:responded|replied|failed|rejected|answered) with|with (?:code|error|reply|response)) ?["'<(]+$/,
  /\b(?:(?:responded|replied|failed|rejected|answered) with(?: (?:code|error|reply))?) ?["'<(]*$/,
  /\bsmtp; ?["'<(]?$/,
  // Office 365: 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 …
  /-> ?["'<(]*$/,
  // Sendmail: >>> RCPT To:<a@example.com> <<< 550 …
  /<<< ?$/,
  // Exim: host mx.example.com [192.0.2.1]: 550 … / RCPT TO:<a@example.com>: 550 …
  // Barracuda: permanent failure for one or more recipients (a@example.com:550 …)
  /(?:@|[>\])]): ?["'<(]?$/,
]

/**
 * Matches a reply that Cisco Secure Email (IronPort) quotes: 5.1.0 - Unknown address error 550-'5.7.1 … Access
 * denied' (delivery attempts: 0), or … ('550', ['5.7.1 … Access denied']). Cisco writes the same words before
 * whatever the next server said.
 */
const inQuotes = /^[45]\d\d(?:[ -]['"]|', ?\[)/

/** Matches commands that name the sender or the sending host, and the connection itself. */
const sendersCommand =
  /\b(?:in (?:reply|response) to|reply to|after|during) (?:(?:the|sending|pipelined) )*(?:mail[ _]from|ehlo|helo|initial connection)|\[mail_from\]/
const sendersCommandSent = /^(?:mail|helo|ehlo)\b/

/**
 * Finds the outermost reply that a text quotes.
 *
 * @param text in lower case, with `@` for each address
 */
export function quotedIn(text: string): QuotedReply | undefined {
  for (const match of text.matchAll(replyCode)) {
    const at = match.index
    // Long enough for every introduction of a reply, and a bound for the regular expressions.
    const near = text.slice(Math.max(0, at - 80), at)
    if (at > 0 && !introducers.some((form) => form.test(near)) && !inQuotes.test(text.slice(at, at + 7)))
      continue
    const said = text.slice(at + match[0].length).replace(/^["'<(]+/, '')
    const [whole = '', enhanced] = /^#?([45]\.\d{1,3}\.\d{1,3})(?![\d.])[ :-]*/.exec(said) ?? []
    return { code: Number(match[1]), enhanced, text: said.slice(whole.length), before: text.slice(0, at) }
  }
  return undefined
}

/**
 * Returns whether a text says that a server refused before it knew the recipient. `before` is the part of the text
 * before the quoted reply.
 */
export function refusesBeforeRecipient(text: string, before: string): boolean {
  const sent = before.lastIndexOf('>>> ')
  return sendersCommand.test(text) || (sent !== -1 && sendersCommandSent.test(before.slice(sent + 4)))
}
