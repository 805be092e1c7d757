import type { SuppressionReason } from '../../../product/audience/unsent-reason.js'

/** Use of a column of an export. */
export type Use =
  | 'email'
  | 'name'
  | 'first_name'
  | 'last_name'
  /** JSON, whose members become properties. */
  | 'attributes'
  /** Names between commas, in quotes or not. */
  | 'tags'
  /** Status; a person whose status is not `enabled` gets no campaigns. */
  | 'status'
  /** Time at which the status last changed. */
  | 'changed_at'
  | 'unsubscribed_at'
  | 'consent_at'
  | 'consent_ip'
  /** Time of confirmation; with the address it takes precedence over those of the consent. */
  | 'confirmed_at'
  | 'confirmed_ip'
  | 'suppressed_at'
  /** Enhanced status code; a person whose code begins with 4 was away only for a time. */
  | 'bounce'
  | 'note'
  | 'ignore'
  | `properties.${string}`

/** A kind of file that a program exports. */
export interface ExportKind {
  /** Name in small letters, as in a file name; also in what is printed. */
  readonly name: string
  /** Columns by their headers in small letters without what stands between words. */
  readonly columns: Readonly<Record<string, Use>>
  /** True if other columns are properties of contacts. */
  readonly hasProperties: boolean
  /** True if all have opted out, at the time in the row or now. */
  readonly optedOut: boolean
  /** Reason for which the addresses of the file are suppressed. */
  readonly suppressed: SuppressionReason | undefined
  /** True if the people of the file become contacts. */
  readonly hasContacts: boolean
}

/** A program whose exports are known. */
export interface ExportProgram {
  /** Name; also the source of consents that the export proves. */
  readonly name: 'listmonk' | 'mailchimp' | 'sendgrid'
  /** True if rows say when a person has consented. */
  readonly hasProof: boolean
  /** Returns the kind of a file; for a file that cannot be read, a sentence about why not. */
  readonly kindOf: (fileName: string) => ExportKind | string
}

const contacts = { hasProperties: true, optedOut: false, suppressed: undefined, hasContacts: true } as const

const listmonkKind: ExportKind = {
  ...contacts,
  name: 'subscribers',
  columns: {
    uuid: 'ignore',
    email: 'email',
    name: 'name',
    attributes: 'attributes',
    status: 'status',
    createdat: 'ignore',
    updatedat: 'changed_at',
  },
}

const propertiesOf = (names: string) =>
  Object.fromEntries(
    names.split(' ').map((name) => [name.replaceAll('_', ''), `properties.${name}` as const]),
  )
const ignored = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'ignore' as const]))

const mailchimpColumns: ExportKind['columns'] = {
  emailaddress: 'email',
  email: 'email',
  firstname: 'first_name',
  lastname: 'last_name',
  name: 'name',
  optintime: 'consent_at',
  optinip: 'consent_ip',
  confirmtime: 'confirmed_at',
  confirmip: 'confirmed_ip',
  unsubtime: 'unsubscribed_at',
  cleantime: 'suppressed_at',
  cleancampaigntitle: 'note',
  tags: 'tags',
  ...propertiesOf(
    'member_rating timezone cc region notes unsub_campaign_title unsub_reason unsub_reason_other',
  ),
  // These columns mean something only to Mailchimp.
  ...ignored('latitude longitude gmtoff dstoff lastchanged unsubcampaignid cleancampaignid leid euid'),
}

const mailchimpKinds: readonly ExportKind[] = [
  {
    ...contacts,
    name: 'cleaned',
    columns: mailchimpColumns,
    suppressed: 'hard_bounce',
  },
  { ...contacts, name: 'unsubscribed', columns: mailchimpColumns, optedOut: true },
  // These people have bought something, and never consented.
  { ...contacts, name: 'nonsubscribed', columns: mailchimpColumns, optedOut: true },
  { ...contacts, name: 'subscribed', columns: mailchimpColumns },
]

const sendgridContacts: ExportKind = {
  ...contacts,
  name: 'contacts',
  columns: {
    email: 'email',
    firstname: 'first_name',
    lastname: 'last_name',
    ...propertiesOf(
      'address_line_1 address_line_2 city state_province_region postal_code country alternate_emails phone_number ' +
        'phone_number_id whatsapp line facebook unique_name external_id',
    ),
    ...ignored('contactid anonymousid createdat updatedat'),
  },
}

const suppressions = (name: string, suppressed: SuppressionReason): ExportKind => ({
  name,
  columns: {
    email: 'email',
    created: 'suppressed_at',
    status: 'bounce',
    reason: 'note',
    ip: 'ignore',
  },
  hasProperties: false,
  optedOut: false,
  suppressed,
  hasContacts: false,
})

const sendgridKinds: readonly ExportKind[] = [
  suppressions('suppression_bounces', 'hard_bounce'),
  suppressions('suppression_invalid_emails', 'hard_bounce'),
  suppressions('suppression_spam_reports', 'complaint'),
  suppressions('suppression_unsubscribes', 'unsubscribe'),
]

/** Programs by name, each with the kinds of its files. */
export const exportPrograms: Readonly<Record<ExportProgram['name'], ExportProgram>> = {
  listmonk: { name: 'listmonk', hasProof: false, kindOf: () => listmonkKind },
  mailchimp: {
    name: 'mailchimp',
    hasProof: true,
    kindOf: (file) =>
      mailchimpKinds.find(({ name }) => file.startsWith(name)) ??
      'its name does not begin like those of Mailchimp: subscribed, unsubscribed, nonsubscribed or cleaned',
  },
  sendgrid: {
    name: 'sendgrid',
    hasProof: false,
    kindOf: (file) => {
      if (!file.startsWith('suppression_')) return sendgridContacts
      if (file.startsWith('suppression_blocks'))
        return 'blocks say that a server refused a mail, not that an address is wrong: leave them out'
      return (
        sendgridKinds.find(({ name }) => file.startsWith(name)) ??
        `its name is none of ${sendgridKinds.map(({ name }) => `${name}.csv`).join(', ')}`
      )
    },
  },
}
