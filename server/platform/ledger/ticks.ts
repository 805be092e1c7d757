/** The length of a tick, in milliseconds. A process that stands still for a while has had one tick. */
export const tickMs = 100

/**
 * Waits for work for at most this many ticks.
 *
 * @throws the error of `late` after that; the work goes on unheard
 */
export async function withinTicks<T>(work: Promise<T>, maxTicks: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    let ticks = 0
    timer = setInterval(() => {
      ticks += 1
      if (ticks >= maxTicks) reject(late())
    }, tickMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearInterval(timer)
  }
}
