import type { ParsedMail } from '../../mail/mime/parsed-mail.js'
import { parseUrl } from '../../../base/addresses/parse-url.js'
import { refusedValue } from '../../platform/http/errors/api-error.js'

/** Longest URI that a line of a header has room for (RFC 5322, section 2.1.1). */
const longestUri = 900
/** Largest number of URIs, more than any mailbox provider looks at. */
const mostUris = 10

const field = 'list-unsubscribe'

/**
 * Returns the fields for leaving a list (RFC 2369, RFC 8058) as they were submitted, without comments; they go to all
 * recipients of the message. An internationalized address goes out as the URI that it stands for (RFC 3987, section
 * 3.1).
 *
 * @throws ApiError 422 `validation_failed` for a field that names no way to leave
 */
export function unsubscribeFields(headers: ParsedMail['headers']): Record<string, string> {
  const valueOf = (wanted: string) => {
    const value = headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
    return withoutComments(value.replace(/[\p{Cc}\s]+/gu, ' ')).trim()
  }
  const [ways, post] = [valueOf(field), valueOf(`${field}-post`)]
  if (ways === '') return {}
  const uris = urisIn(ways).slice(0, mostUris).map(asUri)
  if (uris.length === 0 || uris.includes(undefined)) {
    const reason = 'must have URIs such as <https://shop.example/leave?id=1> in angle brackets (RFC 2369)'
    throw refusedValue(`/headers/${field}`, 'url', reason)
  }
  return {
    'List-Unsubscribe': uris.map((uri) => `<${uri}>`).join(', '),
    ...(/^List-Unsubscribe=One-Click$/i.test(post) && {
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** Returns a field without the comments outside of angle brackets (RFC 5322, section 3.2.2). */
function withoutComments(value: string): string {
  let [kept, depth, isInUri] = ['', 0, false]
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? ''
    if (depth > 0 && character === '\\') at += 1
    else if (!isInUri && character === '(') depth += 1
    else if (depth > 0 && character === ')') depth -= 1
    else if (depth === 0) {
      if (character === '<' || character === '>') isInUri = character === '<'
      kept += character
    }
  }
  return kept
}

/**
 * Returns the URIs of a field. Blanks within angle brackets are not part of a URI (RFC 2369, section 2). A sole URI
 * may stand without brackets.
 */
function urisIn(ways: string): string[] {
  if (!ways.includes('<')) return ways.includes(' ') || ways.includes(',') ? [] : [ways]
  return [...ways.matchAll(/<([^<>]*)>/g)].map(([, uri = '']) => uri.replaceAll(' ', ''))
}

function asUri(given: string): string | undefined {
  const uri = /^[\x21-\x7e]*$/.test(given) ? given : parseUrl(given)?.href
  return uri !== undefined && /^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(uri) && uri.length <= longestUri
    ? uri
    : undefined
}
