/** A command that cannot be carried out, said in a sentence for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A command that was typed wrongly, whatever the service has: nothing has been done. It ends with code 2. */
export class WrongUsage extends CommandError {
  override name = 'WrongUsage'
}
