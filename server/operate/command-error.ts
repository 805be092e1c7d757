/** Thrown if a command cannot be carried out; the message is a sentence for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/**
 * Thrown if a command was typed wrongly, whatever the state of the service: nothing has been done. The command ends
 * with code 2.
 */
export class WrongUsage extends CommandError {
  override name = 'WrongUsage'
}
