interface Mailbox {
  readonly email: string
  readonly name: string | null
}

/** Matches a name that needs no quotes in front of an address (RFC 5322, section 3.2.3), with any letters. */
const plain = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~ -]+$/u

/** Returns a mailbox in one text, such as `Shop <orders@shop.example>`. The content of a name stays inside it. */
export function mailboxText({ email, name }: Mailbox): string {
  if (name === null || name === '') return email
  return `${plain.test(name) ? name : `"${name.replace(/["\\]/g, String.raw`\$&`)}"`} <${email}>`
}
