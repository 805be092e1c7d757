import type { CheckedAuth } from '../../../mail/mime/parsed-mail.js'
import type { ParseJob, ReadAs, Readings } from './jobs.js'

/** A job with the number that its answers have. */
export interface NumberedJob {
  readonly id: number
  readonly job: ParseJob
}

/** What the service tells a process: jobs, whose messages are to be parsed in this order. */
export type Asked = readonly NumberedJob[]

/** What became of the computing part of a job. */
export type ParseAnswer = { readonly id: number } & (
  | { readonly read: Readings[ReadAs] }
  /** The message cannot be read, whoever tries. */
  | { readonly failed: 'unreadable' }
  /** Its file cannot be read now. */
  | { readonly failed: 'unavailable' }
)

export interface AuthAnswer {
  readonly id: number
  readonly auth: CheckedAuth
}

/** What a process tells the service. Answers that are ready at the same time share a message. */
export interface Told {
  readonly parsed: readonly ParseAnswer[]
  readonly authenticated: readonly AuthAnswer[]
}
