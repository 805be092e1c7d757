import type { Logger } from 'pino'

/** A value that is read again and again. */
export interface Followed {
  stop(): Promise<void>
}

/**
 * Reads a value now, and again at intervals. While the database is away, the last value holds.
 *
 * @param readMs the time from one read to the next, in milliseconds
 * @param what the name of the value, for the log
 * @throws the error of the first read
 */
export async function follow(
  read: () => Promise<void>,
  readMs: number,
  what: string,
  log: Logger,
): Promise<Followed> {
  await read()
  let reading: Promise<void> | undefined
  const timer = setInterval(() => {
    // At most one read at a time, even if the database hangs.
    reading ??= read()
      .catch((error: unknown) => log.debug({ err: error }, `${what} could not be read again`))
      .finally(() => (reading = undefined))
  }, readMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await reading
    },
  }
}
