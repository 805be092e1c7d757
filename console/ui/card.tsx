import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A part of a screen with a title. `bare` has no space inside, for a table. */
export function Card({
  title,
  hint,
  actions,
  bare,
  children,
}: {
  title?: ComponentChildren
  hint?: ComponentChildren
  actions?: ComponentChildren
  bare?: boolean
  children: ComponentChildren
}) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header>
          <div>
            <h2 id={id}>{title}</h2>
            {hint !== undefined && <p class="small">{hint}</p>}
          </div>
          {actions !== undefined && <div class="row">{actions}</div>}
        </header>
      )}
      {bare === true ? children : <div class="inside">{children}</div>}
    </section>
  )
}
