import { UsageError } from '../mistakes.js'

/** A mistake in a file. */
export interface FileMistake {
  /** The file's path from the folder on the command line: templates/welcome/body.html */
  readonly file: string
  /** The line from 1; undefined if the mistake is about all of the file. */
  readonly line?: number
  readonly column?: number
  readonly message: string
}

/** Returns a mistake as compilers print it: `templates/welcome/body.html:12:5: …` */
export function mistakeLine({ file, line, column, message }: FileMistake): string {
  return `${[file, line, line && column].filter((part) => part !== undefined).join(':')}: ${message}`
}

/** Makes the error of files that cannot be used: nothing was sent, nothing was written. */
export function filesWrong(mistakes: readonly FileMistake[]): UsageError {
  return new UsageError(['Nothing was done.', ...mistakes.map(mistakeLine)].join('\n'))
}
