/** The user typed a command wrongly, and nothing was sent. The message is for a person. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A service refused a request, or could not be reached. The message is for a person. Exit code 1. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
}
