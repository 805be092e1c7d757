import type { CheckedAuth } from '../../../mail/mime/parsed-mail.js'
import type { ParseJob, ReadAs, Readings } from './jobs.js'

/** A job with the number by which its answers are recognized. */
export interface NumberedJob {
  readonly id: number
  readonly job: ParseJob
}

/** Jobs that the service gives to a process, whose messages are parsed in this order. */
export type Asked = readonly NumberedJob[]

/** The result of the computing part of a job. */
export type ParseAnswer = { readonly id: number } & (
  | { readonly read: Readings[ReadAs] }
  /** The message cannot be read by any process. */
  | { readonly failed: 'unreadable' }
  /** The message's file cannot be read now. */
  | { readonly failed: 'unavailable' }
)

export interface AuthAnswer {
  readonly id: number
  readonly auth: CheckedAuth
}

/** Answers of a process. Those that are ready at the same time share a message. */
export interface Told {
  readonly parsed: readonly ParseAnswer[]
  readonly authenticated: readonly AuthAnswer[]
}
