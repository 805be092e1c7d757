/** Progress of replaying many deliveries. */
export interface Progress {
  readonly replayed: number
  readonly refused: number
  /** Error of the last refusal. */
  readonly error?: unknown
}

/** Number of replays in flight at the same time. */
const concurrency = 4

/**
 * Replays deliveries, a few at a time. A refusal is counted, and the others go on.
 *
 * @param replay requests one replay; an error that it throws is a refusal
 * @param signal ends the replaying: calls in flight are waited for, and no more are made
 * @param onProgress called after each replay
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
