/** A variable that makes no sense. The message names it and says what it takes. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
