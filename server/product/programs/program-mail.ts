import { columnArrays, unnestColumns, type ColumnTypes } from '../../platform/db/statements/column-arrays.js'
import {
  columnsOf,
  mailTypes,
  recipientTypes,
  type MailRow,
  type RecipientRow,
} from '../mail/store/insert-mail.js'

/** Columns in which the mails of a batch differ: each is to one contact. */
const own = [
  'message_id',
  'log_id',
  'recipient',
  'recipient_name',
  'address',
  'destination',
  'domain',
  'subject',
  'template_locale',
  'render_input',
  'list_unsubscribe',
  'automation_run_id',
] as const

type All = MailRow & RecipientRow

/** The columns of a campaign's or automation's mail that differ from the others of its batch. */
export type ProgramMail = Required<Pick<All, Exclude<(typeof own)[number], 'automation_run_id'>>> &
  Pick<All, 'automation_run_id'>

/** The columns that all mails of a batch share. */
export type SharedByMails = Omit<All, (typeof own)[number] | 'track_opens' | 'track_clicks'>

/** Column types without those that the project sets for all of its mail. */
const { track_opens: _opens, track_clicks: _clicks, ...given } = { ...mailTypes, ...recipientTypes }
const isOwn = (name: string) => own.some((each) => each === name)
const typesOf = (which: (name: string) => boolean): ColumnTypes =>
  Object.fromEntries(Object.entries(given).filter(([name]) => which(name)))
const ownTypes = typesOf(isOwn)
const sharedColumns = columnsOf(typesOf((name) => !isOwn(name)))

/** Number of parameters that {@link mailColumns} returns. */
export const mailColumnCount = own.length

/**
 * Returns SQL of mails with their recipients. The shared columns are sent once, as JSON, since a batch has hundreds
 * of mails. Their project decides whether they are tracked.
 *
 * @param shared the parameter of {@link SharedByMails}
 * @param first the number of the first parameter of {@link mailColumns}
 */
export function programMails(shared: string, first: number): string {
  return `select own.*, shared.*, nullif(project.track_opens, false) as track_opens,
       nullif(project.track_clicks, false) as track_clicks
     from ${unnestColumns(ownTypes, first, 'own')}
     cross join json_to_record(${shared}::json) as shared(${sharedColumns})
     cross join lateral (select track_opens, track_clicks from projects where id = shared.project_id limit 1) project`
}

/** Returns mails as parameters of a statement. */
export function mailColumns(mails: readonly ProgramMail[]): (Buffer | null)[] {
  return columnArrays(ownTypes, mails)
}
