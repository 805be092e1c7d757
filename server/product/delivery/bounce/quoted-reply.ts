/** A reply that another one quotes: what a server further on said. */
export interface QuotedReply {
  readonly code: number
  /** The enhanced code as it stands. */
  readonly enhanced: string | undefined
  readonly text: string
  /** What the server that quotes says itself, before. */
  readonly before: string
}

/**
 * Where a code of 4xx or 5xx begins a reply. At the beginning of a text it stands there twice, as Gmail has it:
 * 550 550 5.7.1 … (state 13).
 */
const replyCode = /(?<![\w.-])([45]\d\d)(?:[ -]+(?=\S)|', ?\[)/g

/** What stands before a quoted reply; each ends where the code begins. */
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
 * Cisco Secure Email (IronPort): 5.1.0 - Unknown address error 550-'5.7.1 … Access denied' (delivery attempts: 0), or
 * … ('550', ['5.7.1 … Access denied']). It writes the same before whatever the next server said.
 */
const inQuotes = /^[45]\d\d(?:[ -]['"]|', ?\[)/

/** Commands that speak of the sender, or of the host that sends, and the connection itself. */
const sendersCommand =
  /\b(?:in (?:reply|response) to|reply to|after|during) (?:(?:the|sending|pipelined) )*(?:mail[ _]from|ehlo|helo|initial connection)|\[mail_from\]/
const sendersCommandSent = /^(?:mail|helo|ehlo)\b/

/**
 * Finds the reply that a text quotes, the outermost.
 *
 * @param text in lower case, with `@` for each address
 */
export function quotedIn(text: string): QuotedReply | undefined {
  for (const match of text.matchAll(replyCode)) {
    const at = match.index
    // Enough for all that introduces a reply, and a bound for the expressions.
    const near = text.slice(Math.max(0, at - 80), at)
    if (at > 0 && !introducers.some((form) => form.test(near)) && !inQuotes.test(text.slice(at, at + 7)))
      continue
    const said = text.slice(at + match[0].length).replace(/^["'<(]+/, '')
    const [whole = '', enhanced] = /^#?([45]\.\d{1,3}\.\d{1,3})(?![\d.])[ :-]*/.exec(said) ?? []
    return { code: Number(match[1]), enhanced, text: said.slice(whole.length), before: text.slice(0, at) }
  }
  return undefined
}

/** Whether a text says that a server refused before it knew the recipient. `before` stands before what it quotes. */
export function refusesBeforeRecipient(text: string, before: string): boolean {
  const sent = before.lastIndexOf('>>> ')
  return sendersCommand.test(text) || (sent !== -1 && sendersCommandSent.test(before.slice(sent + 4)))
}
