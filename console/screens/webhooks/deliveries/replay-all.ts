/** How far the replaying of many deliveries is. */
export interface Progress {
  readonly replayed: number
  readonly refused: number
  /** What the last refusal was. */
  readonly error?: unknown
}

/** As many replays are asked for at the same time. */
const concurrency = 4

/**
 * Replays deliveries, a few at a time. A refusal is counted and ends nothing.
 *
 * @param replay asks for one replay; what it throws is a refusal
 * @param signal ends it: what has begun is waited for, and nothing more begins
 * @param onProgress is told after each
 */
export async function replayAll(
  ids: readonly string[],
  replay: (id: string) => Promise<unknown>,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  const waiting = ids.values()
  let progress: Progress = { replayed: 0, refused: 0 }
  const work = async () => {
    for (const id of waiting) {
      if (signal.aborted) return
      try {
        await replay(id)
        progress = { ...progress, replayed: progress.replayed + 1 }
      } catch (error) {
        progress = { ...progress, refused: progress.refused + 1, error }
      }
      onProgress(progress)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return progress
}
