import type { Logger } from 'pino'

/** What is read again and again. */
export interface Followed {
  stop(): Promise<void>
}

/**
 * Reads something now and again and again. While the database is away, what was read last holds.
 *
 * @param readMs from one time to the next, in milliseconds
 * @param what it is, for the log
 * @throws the failure of the first time
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
