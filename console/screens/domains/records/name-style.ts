/**
 * Way in which a DNS console takes names: undefined for a full name, `.` for a full name with a final dot, and a zone
 * for names without that zone, which the console appends itself.
 */
export type NameStyle = string | undefined

/** Returns the zones that may contain a domain in a DNS console: the domain itself, and its parents. */
export function zonesOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'))
}

/** Returns the name of a record as it is entered in a DNS console. */
export function nameAs(name: string, style: NameStyle): string {
  if (style === '.') return `${name}.`
  if (style === undefined) return name
  if (name === style) return '@'
  return name.endsWith(`.${style}`) ? name.slice(0, -style.length - 1) : name
}

/** Returns the value of a record as it is entered in a DNS console. Only names may end in a dot. */
export function valueAs(type: string, value: string, style: NameStyle): string {
  return style === '.' && type !== 'TXT' ? `${value}.` : value
}
