import pino, { type Logger } from 'pino'
import type { Config } from '../config/config.js'
import { prettyLine } from './pretty-line.js'

/** A stream of this process that the log can be written to. */
type LogStream = typeof process.stdout | typeof process.stderr

/**
 * Opens the log of this process. Its format is pretty on a terminal and JSON elsewhere, unless
 * POSTSEAL_LOG_FORMAT is set.
 *
 * @param stream standard output or standard error
 */
export function openLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  stream: LogStream,
): Logger {
  const options = { level: logLevel, base: null }
  const format = logFormat ?? (stream.isTTY ? 'pretty' : 'json')
  if (format === 'json') return pino(options, pino.destination({ dest: stream.fd, sync: true }))
  const style = {
    colours: stream.isTTY && stream.hasColors(),
    requests: logLevel === 'debug' || logLevel === 'trace' ? ('all' as const) : ('failed' as const),
  }
  return pino(options, {
    write: (line: string) => {
      const text = prettyLine(line, style)
      if (text !== undefined) stream.write(text)
    },
  })
}
