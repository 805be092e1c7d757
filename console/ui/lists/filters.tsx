import type { ComponentChildren } from 'preact'
import { projectOptions, useProjects } from '../../api/project.js'
import { useParams } from '../../state/location.js'
import { Button } from '../controls/button.js'

export interface FilterSelectProps {
  /** Its name in the address. */
  readonly name: string
  readonly label: string
  /** What no filter is called. */
  readonly any: string
  /** The values with their words. */
  readonly options?: readonly (readonly [value: string, words: ComponentChildren])[]
  /** More options, as elements. */
  readonly children?: ComponentChildren
  /** Whether `/` goes here: once on a screen. */
  readonly first?: boolean
  readonly class?: string
}

/** A filter of a list with a few values. It is in the address, and the list begins again when it changes. */
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

/** A filter of a list by one of the projects in use. */
export function ProjectFilter(props: Omit<FilterSelectProps, 'options'>) {
  const { data: projects = [] } = useProjects()
  return <FilterSelect {...props} options={projectOptions(projects)} />
}

/** Takes filters away, by their names in the address. It is there while one of them is set. */
export function ClearFilters({ names }: { names: readonly string[] }) {
  const { params, change } = useParams()
  if (!names.some((name) => Boolean(params[name]))) return null
  return (
    <Button kind="plain" onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}>
      Clear
    </Button>
  )
}

/** The spans of time that end now, with their words and hours. */
const spans = {
  '1h': ['Last hour', 1],
  '24h': ['Last 24 hours', 24],
  '7d': ['Last 7 days', 168],
  '30d': ['Last 30 days', 720],
} as const

/** The filter `time`: what lies no longer back. */
export function SpanFilter({
  of,
  label = 'Time',
  any = 'Any time',
  ...rest
}: Partial<Omit<FilterSelectProps, 'name' | 'options'>> & { of: readonly (keyof typeof spans)[] }) {
  const options = of.map((span) => [span, spans[span][0]] as const)
  return <FilterSelect {...rest} name="time" label={label} any={any} options={options} />
}

/** What a list is asked for by the filter `time`: by the minute, so that the query stays the same for a while. */
export function sinceOf(span: string | undefined): { since?: string } {
  if (span === undefined || !Object.hasOwn(spans, span)) return {}
  const hours = spans[span as keyof typeof spans][1]
  const minute = 60_000
  return { since: new Date(Math.floor(Date.now() / minute) * minute - hours * 60 * minute).toISOString() }
}
