import { useEffect, useState } from 'preact/hooks'
import { useParams } from '../../state/location.js'

interface SearchFilterProps {
  readonly label: string
  readonly placeholder: string
  readonly title?: string
  readonly class?: string
}

/** A typed filter that is in the address, under its name. */
export function ParamFilter({ name, ...rest }: SearchFilterProps & { name: string }) {
  const { params, change } = useParams()
  return <SearchFilter {...rest} value={params[name] ?? ''} onSearch={(text) => change({ [name]: text })} />
}

/** A filter that is typed. It holds from Enter on, or from where another field gets the focus. */
export function SearchFilter({
  value,
  label,
  onSearch,
  ...rest
}: SearchFilterProps & {
  /** What is searched for now. */
  value: string
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
