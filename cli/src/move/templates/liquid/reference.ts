/** A value that a template names: the path from a variable, or from a name that the template itself sets. */
export interface Reference {
  /** True if the path begins with a name that the template itself sets, such as the variable of a loop. */
  readonly isLocal: boolean
  /** The names of the path. It is empty for the object of all variables. */
  readonly path: readonly string[]
}

/** The object of all variables. */
export const allVariables: Reference = { isLocal: false, path: [] }

export function local(...path: string[]): Reference {
  return { isLocal: true, path }
}

export function memberOf(reference: Reference, ...names: string[]): Reference {
  return { ...reference, path: [...reference.path, ...names] }
}

/** Writes a reference in Liquid. */
export function textOf({ path }: Reference): string {
  const [head = '', ...rest] = path
  return (
    head +
    rest
      .map((name) => {
        if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `.${name}`
        if (/^(0|[1-9]\d{0,8})$/.test(name)) return `[${name}]`
        return name.includes("'") ? `["${name}"]` : `['${name}']`
      })
      .join('')
  )
}
