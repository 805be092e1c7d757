import { useQuery } from '@tanstack/preact-query'
import { Search } from '../../icons/icons.js'
import { useLocation } from 'preact-iso/router'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { firstDomains } from '../../api/domains.js'
import { findable, type Command } from './commands.js'
import { session } from '../../state/session.js'
import { useProjects } from '../../api/project.js'
import { useStore } from '../../state/store.js'

/**
 * The command palette: goes to any screen, finds a thing by its id, name or address, and runs actions. It is a
 * combobox as the ARIA patterns describe it.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const role = useStore(session)?.role
  const { data: projects = [] } = useProjects()
  const { data: domains = [] } = useQuery({ ...firstDomains, staleTime: 60_000 })
  const { data: webhooks = [] } = useQuery({
    queryKey: ['webhooks', 'names'],
    queryFn: async () => (await client.webhooks.list({ limit: 100 })).data,
    staleTime: 60_000,
  })
  // Before the next frame, so that the field has the first letter of a person who types at once.
  useLayoutEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    current?.showModal()
    return () => {
      // While it is open, nothing outside takes the focus.
      current?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const found = useMemo(
    () => findable(text, { role, projects, domains, webhooks }),
    [text, role, projects, domains, webhooks],
  )
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, found])

  const run = (command: Command | undefined) => {
    if (command === undefined || command.refusal !== undefined) return
    onClose()
    if (command.run) command.run()
    else if (command.href !== undefined) route(command.href)
  }
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && found.length > 0) setAt((at + by + found.length) % found.length)
    else if (event.key === 'Enter') run(found[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find or do anything"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div class="palette-field">
        <Search size={18} aria-hidden />
        <input
          role="combobox"
          aria-label="What do you look for?"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
          placeholder="A screen, an action, an id or an address"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label="What was found">
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={command.refusal === undefined ? undefined : 'true'}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <command.icon size={16} aria-hidden />
            <span class="wrap">{command.title}</span>
            <span class="small quiet">{command.refusal ?? command.kind}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p class="palette-empty quiet" role="status">
          Nothing is named so. Try an id such as <span class="mono">msg_…</span>, an e-mail address, or a word
          of a screen’s title.
        </p>
      )}
    </dialog>
  )
}
