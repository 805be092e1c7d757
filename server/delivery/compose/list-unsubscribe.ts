import { domainOf } from '../../mail-address.js'
import type { ListUnsubscribe } from './content.js'
import { foldField } from '../../fold-field.js'

/** The fields by which mail readers show a button to leave (RFC 2369, section 3.2; RFC 8058, section 3.1). */
export function listUnsubscribeFields({ url, email }: ListUnsubscribe): string[] {
  const ways = email === undefined ? [`<${url}>`] : [`<${url}>,`, `<${mailto(email)}>`]
  return [
    foldField('List-Unsubscribe', ways),
    foldField('List-Unsubscribe-Post', ['List-Unsubscribe=One-Click']),
  ]
}

/** RFC 6068, section 2, where what is not ASCII goes percent-encoded. */
function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email.slice(0, email.lastIndexOf('@')))}@${domainOf(email)}`
}
