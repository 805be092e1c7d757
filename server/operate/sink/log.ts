/** The part of a logger that the sink uses; a pino logger fits. */
export interface SinkLog {
  info(obj: object, msg: string): void
  warn(obj: object, msg: string): void
  error(obj: object, msg: string): void
}
