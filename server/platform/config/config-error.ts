/** A variable has an invalid value. The message names the variable and says what it takes. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
