import { PostsealError } from '../errors/errors.js'

const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const

/** The amount of log lines: everything from the first level up to the named one. */
export type LogLevel = (typeof LEVELS)[number]

/** Receives log lines. `console` is one. */
export interface Logger {
  error(message: string, details?: unknown): void
  warn(message: string, details?: unknown): void
  info(message: string, details?: unknown): void
  debug(message: string, details?: unknown): void
}

/** Returns `level`, or throws PostsealError if there is no such level. */
export function checkLogLevel(level: string): LogLevel {
  const known = LEVELS.find((one) => one === level)
  if (known) return known
  throw new PostsealError(`logLevel (or POSTSEAL_LOG) must be one of ${LEVELS.join(', ')}, not "${level}".`)
}

/** Returns a logger that passes on to `logger` the lines that `level` asks for. It never throws. */
export function atLevel(logger: Logger, level: LogLevel): Logger {
  const passOn = (at: Exclude<LogLevel, 'off'>) => (message: string, details?: unknown) => {
    if (LEVELS.indexOf(at) > LEVELS.indexOf(level)) return
    try {
      logger[at](`postseal: ${message}`, details)
    } catch {
      // A message that was sent must not look like one that was not because a line about it could not be
      // written.
    }
  }
  return { error: passOn('error'), warn: passOn('warn'), info: passOn('info'), debug: passOn('debug') }
}
