import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { MissingPart } from './missing-part.js'
import { Lines } from './skeleton.js'

/**
 * Makes a part of a screen that is loaded when it is first shown.
 *
 * @param what noun for the part, such as `the rows`
 */
export function later<Props extends object>(
  what: string,
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | undefined
  return function Later(props: Props) {
    const [, redraw] = useState(0)
    const [failed, setFailed] = useState(false)
    const start = () => {
      setFailed(false)
      load().then(
        (part) => {
          loaded = part.default
          redraw((count) => count + 1)
        },
        () => setFailed(true),
      )
    }
    useEffect(() => {
      if (loaded === undefined) start()
    }, [])
    if (loaded !== undefined) {
      const Part = loaded
      return <Part {...props} />
    }
    if (!failed) return <Lines what={what} count={4} />
    return <MissingPart what={what} onRetry={start} />
  }
}
