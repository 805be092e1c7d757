import { ConfigError } from './config-error.js'

export type LogFormat = 'json' | 'pretty'

/** @throws ConfigError for a level that pino does not know */
export function logLevelOf(text: string | undefined): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (text !== undefined && !levels.includes(text)) {
    throw new ConfigError(`POSTSEAL_LOG_LEVEL takes one of ${levels.join(', ')}, not "${text}".`)
  }
  return text ?? 'info'
}

/** @throws ConfigError for another format */
export function logFormatOf(text: string | undefined): LogFormat | undefined {
  if (text !== undefined && text !== 'json' && text !== 'pretty') {
    throw new ConfigError(`POSTSEAL_LOG_FORMAT takes "json" or "pretty", not "${text}".`)
  }
  return text
}
