/** The environment variables of the command. */
export type Env = Readonly<Record<string, string | undefined>>

/** The parts of a request that are signed. A body is of JSON; without one, it is empty. */
export interface Signable {
  readonly method: string
  readonly url: URL
  readonly body: string
}

/** The request headers with the credentials of an account. */
export interface Credentials {
  readonly usual: Readonly<Record<string, string>>
  /** The headers for requests about the whole account, where they differ. */
  readonly account?: Readonly<Record<string, string>>
  /** Returns the headers that sign a request, where requests are signed. */
  readonly sign?: (request: Signable) => Readonly<Record<string, string>>
  /** Further texts that are not to be shown when a reply repeats them. */
  readonly secrets?: readonly string[]
}

/** An account at a service, as messages name it. */
export interface Account {
  /** The service's name for people. */
  readonly title: string
  /** The environment variable with its key. */
  readonly keyName: string
}
