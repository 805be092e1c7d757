/**
 * Waits for something slow, such as the DNS, unless the process stops. The work goes on unheard then.
 *
 * @returns undefined once the process stops
 */
export async function untilAborted<T>(work: Promise<T>, stopping: AbortSignal): Promise<T | undefined> {
  let stop: () => void = () => undefined
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
    if (stopping.aborted) stop()
    else stopping.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}
