import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Awaited } from '../ui/loading/awaited.js'

export interface ScreenProps {
  /** The title of the screen and of the browser's tab. */
  readonly title: string
  /** Beside the title: a status, a badge. */
  readonly beside?: ComponentChildren
  /** Above the title: where it belongs to. */
  readonly above?: ComponentChildren
  readonly hint?: ComponentChildren
  readonly actions?: ComponentChildren
  /** Whether the title is an id or an address. */
  readonly mono?: boolean
  readonly children: ComponentChildren
}

/** What every screen has: a title, its actions and its content. */
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
              {title}
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
  /** In a word or two, such as `webhook`; by default the title, in small letters. */
  readonly what?: string
  readonly lines?: number
  /** Why the person may not see it, where that is so. */
  readonly refusal?: ComponentChildren
  /** The query that is to bring the thing. */
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
}

/**
 * Shows the screen of one thing until its query has brought the thing. It is a function and no component: so the screen
 * stays the same one when the thing is there, and its title does not take the focus a second time.
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
