import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { pathTo } from '../../state/location.js'

interface Tab {
  readonly id: string
  readonly label: ComponentChildren
}

/**
 * Tabs as the ARIA patterns describe them: arrow keys move among them, and only the chosen tab is in the order of the
 * Tab key.
 *
 * @param props.children the panel of the chosen tab
 */
export function TabList({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  label: string
  tabs: readonly Tab[]
  chosen: string
  onChoose: (id: string) => void
  children: ComponentChildren
}) {
  const base = useId()
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === chosen)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]
    if (next === undefined) return
    onChoose(next.id)
    document.getElementById(`${base}-${next.id}`)?.focus()
  }
  return (
    <div>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen}`}>
        {children}
      </div>
    </div>
  )
}

/** Tabs that are screens of their own, each with its address. */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly (Tab & { href: string; current: boolean })[]
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, label: text, href, current }) => (
        <a key={id} href={href} aria-current={current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}

/**
 * Tabs that are parts of one screen. The name of the chosen one is in the address.
 *
 * @param props.keep other parameters that stay in the address
 */
export function PartTabs({
  label,
  parts,
  screen,
  current,
  keep = {},
}: {
  label: string
  parts: readonly (readonly [name: string, label: string])[]
  screen: string
  current: string
  keep?: Readonly<Record<string, string | undefined>>
}) {
  const tabs = parts.map(([name, text]) => ({
    id: name,
    label: text,
    href: pathTo(screen, { part: name, ...keep }),
    current: name === current,
  }))
  return <LinkTabs label={label} tabs={tabs} />
}
