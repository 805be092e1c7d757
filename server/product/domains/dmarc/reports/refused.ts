/** Reasons to refuse a report. */
export type RefusalCode =
  | 'not_a_report'
  | 'damaged_archive'
  | 'encrypted_archive'
  | 'nested_archive'
  | 'several_files'
  | 'too_large'
  | 'unsupported_encoding'
  | 'malformed_xml'
  | 'malformed_json'
  | 'entities_not_allowed'
  | 'invalid_value'
  | 'invalid_count'
  | 'invalid_range'
  | 'wrong_domain'
  | 'unknown_domain'

/**
 * Says that a report is refused, and nothing of it kept. Its message is a sentence that quotes nothing of the report.
 */
export class ReportRefused extends Error {
  override name = 'ReportRefused'
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message)
  }
}
