import { UsageError } from '../mistakes.js'

/** A mistake in a file. */
export interface FileMistake {
  /** The file's path, starting with the folder on the command line: templates/welcome/body.html */
  readonly file: string
  /** The line, from 1. Undefined if the mistake concerns the whole file. */
  readonly line?: number
  readonly column?: number
  readonly message: string
}

/** Returns a mistake in the format of compilers: `templates/welcome/body.html:12:5: …` */
export function mistakeLine({ file, line, column, message }: FileMistake): string {
  return `${[file, line, line && column].filter((part) => part !== undefined).join(':')}: ${message}`
}

/** Returns the error for files that cannot be used. Nothing is sent or written in that case. */
export function filesWrong(mistakes: readonly FileMistake[]): UsageError {
  return new UsageError(['Nothing was done.', ...mistakes.map(mistakeLine)].join('\n'))
}
