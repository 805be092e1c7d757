import { Console } from 'node:console'

/** A stream that a command prints to. */
export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The part of a process that a command uses. `stdin` is only accessed if a command reads it. */
export interface CommandProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Buffer>
  readonly stdout: Output
  readonly stderr: Output
  /** Listens for the signals that stop a long-running command. */
  readonly on?: (signal: 'SIGINT' | 'SIGTERM', listener: () => void) => unknown
  readonly off?: (signal: 'SIGINT' | 'SIGTERM', listener: () => void) => unknown
}

/** One call of the command line. The command sets the exit code. */
export class Invocation {
  exitCode = 0
  /** Prints to the two outputs of the process. */
  readonly console: Console

  constructor(readonly process: CommandProcess) {
    this.console = new Console(process.stdout, process.stderr)
  }
}
