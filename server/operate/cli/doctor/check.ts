import { withTimeout } from '../../../../base/time/with-timeout.js'

export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped'

/** Result of a check. */
export interface Finding {
  readonly status: CheckStatus
  readonly seen: string
  /** Advice in a sentence or two; null if there is nothing to do. */
  readonly advice: string | null
}

/** A finding with the name of its check, as `--json` prints it. */
export interface Result extends Finding {
  readonly check: string
}

export interface Check {
  readonly name: string
  /** Runs the check, which changes nothing. An error counts as a failure. */
  readonly run: () => Finding | Promise<Finding>
  /** Limit in milliseconds; {@link usualMs} if absent. */
  readonly maxMs?: number
}

export const ok = (seen: string): Finding => ({ status: 'ok', seen, advice: null })
export const skipped = (seen: string): Finding => ({ status: 'skipped', seen, advice: null })
export const warning = (seen: string, advice: string): Finding => ({ status: 'warning', seen, advice })
export const failed = (seen: string, advice: string): Finding => ({ status: 'failed', seen, advice })

/** Usual limit of a check in milliseconds. */
const usualMs = 10_000

/** Limit of a check that begins when another one has ended, in milliseconds from the start of all checks. */
export const dependentMs = 15_000

interface Listener {
  /** Called with each result, in the order of the checks. */
  readonly onResult: (result: Result) => void
  /** Called, each time a check has ended, with the checks that have not. */
  readonly onProgress: (waiting: readonly string[]) => void
}

/**
 * Runs all checks at the same time, each within its limit.
 *
 * @returns the results, in the order of the checks
 */
export async function runChecks(
  checks: readonly Check[],
  { onResult, onProgress }: Listener,
): Promise<Result[]> {
  const results: (Result | undefined)[] = checks.map(() => undefined)
  let reported = 0
  const note = (index: number, result: Result) => {
    results[index] = result
    for (let next = results[reported]; next !== undefined; next = results[reported]) {
      onResult(next)
      reported += 1
    }
    onProgress(checks.filter((_check, at) => results[at] === undefined).map(({ name }) => name))
  }
  await Promise.all(
    checks.map(async (check, index) => note(index, { check: check.name, ...(await findingOf(check)) })),
  )
  return results.filter((result) => result !== undefined)
}

async function findingOf({ run, maxMs = usualMs }: Check): Promise<Finding> {
  const late = () => new Error(`There was no answer within ${maxMs / 1000} seconds.`)
  try {
    return await withTimeout(Promise.resolve().then(run), maxMs, late)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return failed(message, 'Investigate this failure, then run the check again.')
  }
}
