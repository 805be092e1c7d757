/** A command that cannot be carried out, said in a sentence for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}
