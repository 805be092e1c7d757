import { useEffect, useRef, useState } from 'preact/hooks'
import { useParams } from '../../state/location.js'

interface SearchFilterProps {
  readonly label: string
  readonly placeholder: string
  readonly title?: string
  readonly class?: string
}

/** A text filter whose value is in the address, under its name. */
export function ParamFilter({ name, ...rest }: SearchFilterProps & { name: string }) {
  const { params, change } = useParams()
  return <SearchFilter {...rest} value={params[name] ?? ''} onSearch={(text) => change({ [name]: text })} />
}

/** A text filter. It applies when the person presses Enter or moves the focus elsewhere. */
export function SearchFilter({
  value,
  label,
  onSearch,
  ...rest
}: SearchFilterProps & {
  /** Text of the current search. */
  value: string
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const screen = useRef(location.pathname)
  const search = () => {
    // A field that loses the focus to another screen has nothing to say there.
    if (text.trim() !== value && location.pathname === screen.current) onSearch(text.trim())
  }
  return (
    <span class="grow">
      <input
        {...rest}
        data-filter
        type="search"
        aria-label={label}
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={search}
        // Fired when the field's own button clears it.
        onSearch={search}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          search()
          // From here `j` and `k` go through the list that was found.
          event.currentTarget.blur()
        }}
      />
    </span>
  )
}
