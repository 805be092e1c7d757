import type { components } from '../../../generated/api-types.js'

type NamedAddress = components['schemas']['NamedAddress']

/** Names that need no quotes before an address, as people write them. */
const plainName = /^[^()<>[\]:;@\\,."]+$/

/** Writes addresses as a mail reader shows them: `Shop <billing@shop.example>`. */
export function readableMailboxes(mailboxes: readonly NamedAddress[]): string {
  return mailboxes
    .map(({ email, name }) => {
      if (name === undefined) return email
      return plainName.test(name) ? `${name} <${email}>` : `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`
    })
    .join(', ')
}
