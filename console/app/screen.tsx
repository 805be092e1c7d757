import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Breakable } from '../ui/breakable.js'
import { Awaited } from '../ui/loading/awaited.js'

export interface ScreenProps {
  /** Title of the screen and of the browser's tab. */
  readonly title: string
  /** Content beside the title, such as a status or a badge. */
  readonly beside?: ComponentChildren
  /** Content above the title, such as a link to the parent screen. */
  readonly above?: ComponentChildren
  readonly hint?: ComponentChildren
  readonly actions?: ComponentChildren
  /** True if the title is an id or an address. */
  readonly mono?: boolean
  readonly children: ComponentChildren
}

/** The parts that every screen has: a title, its actions and its content. */
export function Screen({ title, beside, above, hint, actions, mono, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Postseal`
  }, [title])
  // Whoever can't see the page hears where they are.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div class="screen">
      <header class="screen-head">
        <div class="stack tight">
          {above !== undefined && <div class="small">{above}</div>}
          <div class="row">
            <h1 ref={heading} tabIndex={-1} class={mono === true ? 'mono' : undefined}>
              <Breakable text={title} />
            </h1>
            {beside}
          </div>
          {hint !== undefined && <p class="quiet">{hint}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface AwaitedScreenProps extends Pick<ScreenProps, 'title' | 'above' | 'hint'> {
  /** Name of the thing in a word or two, such as `webhook`; by default the title, in lower case. */
  readonly what?: string
  readonly lines?: number
  /** Reason why the person may not see the thing, if so. */
  readonly refusal?: ComponentChildren
  /** Query that loads the thing. */
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
}

/**
 * Shows the screen of one thing until its query has loaded the thing. It is a function and not a component, so that
 * the screen stays the same component when the thing arrives, and its title does not take the focus a second time.
 */
export function awaitedScreen({ what, lines, refusal, query, ...screen }: AwaitedScreenProps) {
  return (
    <Screen {...screen}>
      {refusal ?? (
        <Awaited
          what={what ?? screen.title.toLowerCase()}
          {...(lines !== undefined && { lines })}
          error={query.error}
          onRetry={query.refetch}
        />
      )}
    </Screen>
  )
}
