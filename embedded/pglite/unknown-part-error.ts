/** The part of a package that this release does not know in this shape. */
export interface UnknownPart {
  /** The name of the package. */
  readonly name: string
  readonly known: string
  readonly found: string
  /** The name of the part; undefined if the version is unknown. */
  readonly part?: string
  /** The shape that the part must have. */
  readonly form?: string
}

/** The embedded database does not start, since it replaces parts of a package that are not as known. */
export class UnknownPartError extends Error {
  override name = 'UnknownPartError'
  constructor(readonly unknown: UnknownPart) {
    const { name, known, found, part, form } = unknown
    super(
      `The embedded database does not start: ${
        part === undefined
          ? `${name} ${found} is installed, and this release knows ${name} ${known} alone`
          : `${part} of ${name} ${found} is not ${form}`
      }. With another one, what was answered might not be on the disk. Install the version ` +
        `that this release names, in the folder where postseal-server is installed: npm install ${name}@${known} ` +
        '--save-exact. Or set DATABASE_URL to a PostgreSQL.',
    )
  }

  /** Makes the error anew from one that another thread has sent: a message between threads does not carry the class. */
  static from(error: Error): Error {
    const { name, unknown } = error as { unknown?: UnknownPart } & Error
    return name === 'UnknownPartError' && unknown !== undefined ? new UnknownPartError(unknown) : error
  }
}
