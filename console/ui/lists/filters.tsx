import type { Project } from 'postseal'
import type { ComponentChildren } from 'preact'
import { useParams } from '../../state/location.js'
import { Button } from '../controls/button.js'

export interface FilterSelectProps {
  /** Name of the filter's parameter in the address. */
  readonly name: string
  readonly label: string
  /** Label of the option that filters nothing. */
  readonly any: string
  /** Values and their labels. */
  readonly options?: readonly (readonly [value: string, words: ComponentChildren])[]
  /** More options, as elements. */
  readonly children?: ComponentChildren
  /** True if the key `/` focuses this filter; at most one filter of a screen has it. */
  readonly first?: boolean
  readonly class?: string
}

/** A filter of a list with a few values. Its value is in the address; a change shows the list's first page. */
export function FilterSelect({
  name,
  label,
  any,
  options = [],
  children,
  first,
  ...rest
}: FilterSelectProps) {
  const { params, change } = useParams()
  return (
    <select
      {...rest}
      data-filter={first}
      aria-label={label}
      value={params[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    >
      <option value="">{any}</option>
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
      {children}
    </select>
  )
}

/**
 * The filter `of` of a list that obeys the project switch: it says which project is shown, and shows all projects when
 * asked.
 */
export function EveryProjectFilter({
  project,
  word = 'Only',
}: {
  project: Project | undefined
  /** Word before the project's name: `For` where things of all projects are among those of one. */
  word?: string
}) {
  return (
    <FilterSelect
      name="of"
      label="Projects"
      any={project ? `${word} ${project.name}` : 'This project'}
      options={[['all', 'All projects']]}
    />
  )
}

/** A button that clears the filters with these names in the address. It is shown while one of them is set. */
export function ClearFilters({ names }: { names: readonly string[] }) {
  const { params, change } = useParams()
  if (!names.some((name) => Boolean(params[name]))) return null
  return (
    <Button kind="plain" onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}>
      Clear
    </Button>
  )
}

/** The spans of time that end now, with their labels and lengths in hours. */
const spans = {
  '1h': ['Last hour', 1],
  '24h': ['Last 24 hours', 24],
  '7d': ['Last 7 days', 168],
  '30d': ['Last 30 days', 720],
} as const

/** The filter `time`: a span of time that ends now. */
export function SpanFilter({
  of,
  label = 'Time',
  any = 'Any time',
  ...rest
}: Partial<Omit<FilterSelectProps, 'name' | 'options'>> & { of: readonly (keyof typeof spans)[] }) {
  const options = of.map((span) => [span, spans[span][0]] as const)
  return <FilterSelect {...rest} name="time" label={label} any={any} options={options} />
}

/**
 * Returns the start of the span that the filter `time` names, to the minute, so that the query stays the same for a
 * while.
 */
export function sinceOf(span: string | undefined): { since?: string } {
  if (span === undefined || !Object.hasOwn(spans, span)) return {}
  const hours = spans[span as keyof typeof spans][1]
  const minute = 60_000
  return { since: new Date(Math.floor(Date.now() / minute) * minute - hours * 60 * minute).toISOString() }
}
