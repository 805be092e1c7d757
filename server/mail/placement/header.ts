import { isEmailAddress } from '../../../base/addresses/address.js'
import { itemsOf, tagsOf } from '../authentication/tags.js'
import { readAddresses } from '../mime/header/addresses.js'
import { byName } from '../mime/header/header-fields.js'
import type { ParsedMail } from '../mime/parsed-mail.js'
import type { WalkedMail } from '../mime/body/walk-mail.js'
import { findingsOf, shortened, type Finding } from './finding.js'

/** Longest subject that fits on one line, in characters (RFC 5322, section 2.1.1). */
const longestSubject = 78
/** Length in capitals below which a subject may be an abbreviation. */
const fewCapitals = 6
/** Fields that occur in a header at most once (RFC 5322, section 3.6). */
const single = ['from', 'sender', 'reply-to', 'to', 'cc', 'subject', 'date', 'message-id', 'mime-version']

/** Judges the header of a mail by what receivers require of it. */
export function judgeHeader(walked: WalkedMail, mail: ParsedMail): Finding[] {
  const fields = byName(walked.header)
  const values = (name: string) => fields.get(name) ?? []
  return [
    judgeNumbers(values),
    judgeFrom(values('from')),
    judgeReplyTo(values('reply-to')),
    judgeSubject(mail.subject),
    judgeDate(values('date').length, mail.date),
    judgeMessageId(values('message-id')),
    judgeVersion(values),
    judgeUnsubscribe(values),
  ]
}

type Values = (name: string) => readonly string[]

function judgeNumbers(values: Values): Finding {
  const check = findingsOf('header')
  const repeated = single.filter((name) => values(name).length > 1)
  if (repeated.length === 0) return check.ok('each field once')
  return check.failed(
    `more than one field ${repeated.join(', ')}`,
    'Gmail refuses such mail: write each field once.',
  )
}

function judgeFrom(fields: readonly string[]): Finding {
  const check = findingsOf('From')
  const { addresses } = readAddresses(fields.slice(0, 1))
  const [author, ...others] = addresses.map(({ email }) => email)
  if (author === undefined)
    return check.failed('no address', 'Name the sender: receivers refuse mail without one.')
  if (others.length > 0)
    return check.failed(
      `${others.length + 1} addresses`,
      'DMARC needs one author: put one address in From, and others in Reply-To.',
    )
  if (!isEmailAddress(author))
    return check.failed(
      shortened(author),
      'This is no address that can be answered: its domain must be one of the DNS, with a dot.',
    )
  return check.ok(shortened(author))
}

function judgeReplyTo(fields: readonly string[]): Finding {
  const check = findingsOf('Reply-To')
  if (fields.length === 0) return check.ok('none: answers go to From')
  const { addresses } = readAddresses(fields)
  const wrong = addresses.find(({ email }) => !isEmailAddress(email))
  if (addresses.length === 0 || wrong !== undefined)
    return check.failed(
      shortened(wrong?.email ?? fields[0] ?? ''),
      'Nobody can answer to it: name an address.',
    )
  return check.ok(shortened(addresses.map(({ email }) => email).join(', ')))
}

function judgeSubject(subject: string): Finding {
  const check = findingsOf('Subject')
  if (subject.trim() === '')
    return check.warning('empty', 'Write one: people do not open such mail, and filters count it as spam.')
  const seen = shortened(subject)
  const letters = subject.replace(/\P{L}/gu, '')
  if (letters.length >= fewCapitals && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    return check.warning(seen, 'Filters count a subject in capitals as spam: write it as a sentence.')
  if ([...subject].length > longestSubject)
    return check.warning(
      `${[...subject].length} characters: ${seen}`,
      `Clients show about ${longestSubject} characters at most, and phones 40: say what matters first.`,
    )
  return check.ok(seen)
}

function judgeDate(count: number, date: string | null): Finding {
  const check = findingsOf('Date')
  if (date !== null) return check.ok(date)
  return check.failed(
    count === 0 ? 'none' : 'not readable',
    'Each mail needs the time of its writing (RFC 5322, section 3.6.1); receivers count a wrong one as spam.',
  )
}

function judgeMessageId(fields: readonly string[]): Finding {
  const check = findingsOf('Message-ID')
  const [value] = fields
  if (value === undefined)
    return check.failed('none', 'Gmail refuses mail without one: write an id of your own in angle brackets.')
  if (!/^<[^\s<>@]{1,250}@[^\s<>@]{1,250}>$/.test(value))
    return check.warning(shortened(value), 'Its form is <something@your.domain> (RFC 5322, section 3.6.4).')
  return check.ok(shortened(value))
}

function judgeVersion(values: Values): Finding {
  const check = findingsOf('MIME-Version')
  const [version] = values('mime-version')
  if (version?.trim().startsWith('1.0') === true) return check.ok('1.0')
  const isMime = ['content-type', 'content-transfer-encoding'].some((name) => values(name).length > 0)
  if (version === undefined && !isMime) return check.skipped('plain text without MIME')
  return check.warning(version ?? 'none', 'Write "MIME-Version: 1.0" (RFC 2045, section 4).')
}

/** Judges the fields for unsubscribing: Gmail and Yahoo require one click of bulk mail (RFC 8058). */
function judgeUnsubscribe(values: Values): Finding {
  const check = findingsOf('unsubscribe')
  const [list] = values('list-unsubscribe')
  if (list === undefined) {
    const isBulk =
      values('list-id').length > 0 || values('precedence').some((value) => /^(?:bulk|list)\b/i.test(value))
    if (isBulk)
      return check.failed(
        'a list without List-Unsubscribe',
        'Gmail and Yahoo demand it of bulk mail: add List-Unsubscribe and List-Unsubscribe-Post (RFC 8058).',
      )
    return check.skipped('no List-Unsubscribe: only mail to many needs it')
  }
  if (!/<https:\/\/[^\s>]{1,2000}>/i.test(list))
    return check.warning(
      shortened(list),
      'One click needs an https address: add one to List-Unsubscribe (RFC 8058).',
    )
  if (!values('list-unsubscribe-post').some((value) => value.trim() === 'List-Unsubscribe=One-Click'))
    return check.warning(
      'no List-Unsubscribe-Post',
      'Add "List-Unsubscribe-Post: List-Unsubscribe=One-Click" (RFC 8058), as Gmail and Yahoo demand of bulk mail.',
    )
  const signatures = values('dkim-signature').map((value) =>
    itemsOf((tagsOf(value)?.get('h') ?? '').toLowerCase()),
  )
  const isSigned = signatures.some(
    (names) => names.includes('list-unsubscribe') && names.includes('list-unsubscribe-post'),
  )
  if (signatures.length > 0 && !isSigned)
    return check.warning(
      'one click, which no signature covers',
      'Name List-Unsubscribe and List-Unsubscribe-Post in h= of the DKIM signature (RFC 8058, section 4).',
    )
  return check.ok('one click by https')
}
