import { PostsealError } from '../errors/errors.js'

const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const

/** The log level. The logger writes all levels from the most severe to this one. */
export type LogLevel = (typeof LEVELS)[number]

/** Receives log lines. `console` is a Logger. */
export interface Logger {
  error(message: string, details?: unknown): void
  warn(message: string, details?: unknown): void
  info(message: string, details?: unknown): void
  debug(message: string, details?: unknown): void
}

/** Returns `level`, or throws PostsealError if the level does not exist. */
export function checkLogLevel(level: string): LogLevel {
  const known = LEVELS.find((one) => one === level)
  if (known) return known
  throw new PostsealError(`logLevel (or POSTSEAL_LOG) must be one of ${LEVELS.join(', ')}, not "${level}".`)
}

/** Returns a logger that passes the lines of `level` and above to `logger`. The logger never throws. */
export function atLevel(logger: Logger, level: LogLevel): Logger {
  const passOn = (at: Exclude<LogLevel, 'off'>) => (message: string, details?: unknown) => {
    if (LEVELS.indexOf(at) > LEVELS.indexOf(level)) return
    try {
      logger[at](`postseal: ${message}`, details)
    } catch {
      // A failure to write a log line must not make a sent message look unsent.
    }
  }
  return { error: passOn('error'), warn: passOn('warn'), info: passOn('info'), debug: passOn('debug') }
}
