import { normalized } from '../../../../base/text/normalized.js'

/**
 * Lists the purposes that columns of a file of contacts can have. The console uses this file, too: it imports
 * nothing.
 */

/** The purpose of a column, other than a property. */
export type PlainTarget =
  | 'email'
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'unsubscribed_at'
  | 'properties'
  | 'consent_at'
  | 'consent_source'
  | 'consent_ip'
  | 'ignore'

/** The type as which the texts of a property are read. */
export type PropertyType = 'text' | 'number' | 'boolean'

/** A property of a contact, with the type as which its texts are read. */
export type PropertyTarget = `properties.${string}:${PropertyType}`

/** The purpose of a column. */
export type Target = PlainTarget | PropertyTarget

/** Purposes by headers in lower case and without anything between words. */
const known: ReadonlyMap<string, PlainTarget> = new Map(
  Object.entries<PlainTarget>({
    email: 'email',
    emailaddress: 'email',
    mail: 'email',
    mailaddress: 'email',
    name: 'name',
    fullname: 'name',
    firstname: 'first_name',
    givenname: 'first_name',
    lastname: 'last_name',
    surname: 'last_name',
    familyname: 'last_name',
    unsubscribedat: 'unsubscribed_at',
    properties: 'properties',
    consentat: 'consent_at',
    consentsource: 'consent_source',
    consentip: 'consent_ip',
  }),
)

/**
 * Names of the address in other programs and languages. If a column has one of the names above, these are properties.
 */
const otherAddresses: ReadonlySet<string> = new Set([
  ...['primaryemail', 'emailprimary', 'email1', 'email1value', 'emailaddress1', 'contactemail', 'useremail'],
  ...['customeremail', 'emailid', 'emailadresse', 'mailadresse', 'adresseemail', 'adressemail', 'courriel'],
  ...[
    'adresseelectronique',
    'correo',
    'correoelectronico',
    'direcciondecorreo',
    'indirizzoemail',
    'emailadres',
  ],
  ...['epost', 'epostadress', 'epostadresse', 'enderecodeemail', 'adresemail'],
])

/** Columns of an export of contacts that have no meaning for a contact in another project. */
const ofExports = ['id', 'project_id', 'environment', 'created_at', 'updated_at']
/**
 * Columns of exports that have topics, too. Topics are left out, because a choice has its proof, which no export of
 * contacts has.
 */
const ofNewExports = [...ofExports, 'topics']

/** Returns the form in which headers are compared. */
export const keyOfHeader = (header: string) => header.trim().toLowerCase()

/** Returns true if the headers are those of an export of contacts. */
function isExport(headers: readonly string[]): boolean {
  const found = headers.map(keyOfHeader)
  return ofExports.every((name) => found.includes(name))
}

/**
 * Returns the purposes of a file's columns by their headers, for requests that state none. The time grows with the
 * length of the headers alone.
 *
 * @returns undefined for a header that is no name of a property either
 */
export function usualTargets(headers: readonly string[]): (Target | undefined)[] {
  const ofExport = isExport(headers)
  const names = headers.map(tight)
  const hasAddress = names.some((name) => known.get(name) === 'email')
  const address = hasAddress ? undefined : headers[names.findIndex((name) => otherAddresses.has(name))]
  return headers.map((header, index): Target | undefined => {
    if (header === '' || (ofExport && ofNewExports.includes(keyOfHeader(header)))) return 'ignore'
    const plain = known.get(names[index] ?? '')
    if (plain !== undefined) return plain
    if (header === address) return 'email'
    const name = propertyNameOf(header)
    return name === undefined ? undefined : `properties.${name}:text`
  })
}

const tight = (header: string) => latin(header).replace(/[\s_.-]+/g, '')

/** Latin letters that do not decompose into an ASCII letter and a mark. */
const letters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ħ', 'h'],
])

/** Returns a text in lower case, without the marks of Latin letters. */
function latin(text: string): string {
  const plain = normalized(text.toLowerCase(), 'NFKD').replace(/\p{Mn}+/gu, '')
  return plain.replace(/[^\0-\x7f]/g, (letter) => letters.get(letter) ?? letter)
}

/** Matches the name of a property, as the contract says. */
export const propertyName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Returns a header as the name of a property; undefined if it cannot be one. */
export function propertyNameOf(header: string): string | undefined {
  return [header, plainName(header)].find((name) => propertyName.test(name))
}

/** Reduces a header to lower-case ASCII letters, digits and underscores. */
export function plainName(header: string): string {
  return latin(header)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}
