import { useEffect, useRef, useState } from 'preact/hooks'

/** What became of the last call of an action. */
interface Outcome<Result, Input> {
  readonly isPending: boolean
  readonly isError: boolean
  readonly error?: unknown
  /** What it was called with. */
  readonly variables?: Input
  /** What the last call returned that has succeeded. */
  readonly data?: Result | undefined
}

/** Something that a person does by a button. */
export interface Action<Result, Input> extends Outcome<Result, Input> {
  /** Does it, unless it is being done. Its failure is in `error`. */
  readonly mutate: (input: Input) => void
}

/**
 * A call that changes something, with what there is to show of it: in the names of the queries' library, of which the
 * part for changes would be 1.5 kB of the first load.
 *
 * @param options.onSuccess is waited for, so that what is shown is new when the button may be used again
 * @param options.onSettled the same, whether it has succeeded or not
 */
export function useAction<Result, Input = void>({
  mutationFn,
  onSuccess,
  onSettled,
}: {
  readonly mutationFn: (input: Input) => PromiseLike<Result>
  readonly onSuccess?: (result: Result) => unknown
  readonly onSettled?: () => unknown
}): Action<Result, Input> {
  const [outcome, setOutcome] = useState<Outcome<Result, Input>>({ isPending: false, isError: false })
  const isBusy = useRef(false)
  const isShown = useRef(true)
  useEffect(() => () => void (isShown.current = false), [])
  const tell = (told: Outcome<Result, Input>) => isShown.current && setOutcome(told)

  const run = async (input: Input) => {
    const begun = { variables: input, data: outcome.data }
    tell({ ...begun, isPending: true, isError: false })
    try {
      const data = await mutationFn(input)
      await onSuccess?.(data)
      await onSettled?.()
      tell({ variables: input, data, isPending: false, isError: false })
    } catch (error) {
      await onSettled?.()
      tell({ ...begun, isPending: false, isError: true, error })
    } finally {
      isBusy.current = false
    }
  }
  return {
    ...outcome,
    mutate: (input) => {
      if (isBusy.current) return
      isBusy.current = true
      void run(input)
    },
  }
}
