import type { ComponentChildren } from 'preact'
import { useParams } from '../state/location.js'

/**
 * A filter of a list with a few values. It is in the address, and the list begins again when it changes.
 *
 * @param props.name its name in the address
 * @param props.any what no filter is called
 * @param props.first whether `/` goes here: once on a screen
 * @param props.children the options
 */
export function FilterSelect({
  name,
  label,
  any,
  first,
  children,
  ...rest
}: {
  name: string
  label: string
  any: string
  first?: boolean
  class?: string
  children: ComponentChildren
}) {
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
      {children}
    </select>
  )
}
