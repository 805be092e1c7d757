import { useEffect, useState } from 'preact/hooks'

/** A filter that is typed. It holds from Enter on, or from where another field gets the focus. */
export function SearchFilter({
  value,
  label,
  onSearch,
  ...rest
}: {
  /** What is searched for now. */
  value: string
  label: string
  placeholder: string
  title?: string
  class?: string
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const search = () => text.trim() !== value && onSearch(text.trim())
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
        // Emptying it by its button.
        onSearch={search}
        onKeyDown={(event) => event.key === 'Enter' && search()}
      />
    </span>
  )
}
