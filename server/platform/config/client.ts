import { homedir } from 'node:os'
import path from 'node:path'

/** What a command that is a client of the API reads of the environment. */
export interface ClientConfig {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  /** The name of the profile that is meant. */
  readonly profile: string | undefined
  /** Absolute path of the folder of the service, where its credentials are. */
  readonly dataDir: string
  /** Absolute path of the folder of the user, where profiles are. */
  readonly configDir: string
  /** Whether terminals get no colours (no-color.org). */
  readonly noColor: boolean
}

export function readClientConfig(env: Readonly<Record<string, string | undefined>>): ClientConfig {
  const text = (name: string) => env[name]?.trim() || undefined
  return {
    apiKey: text('POSTSEAL_API_KEY'),
    baseUrl: text('POSTSEAL_BASE_URL'),
    profile: text('POSTSEAL_PROFILE'),
    dataDir: path.resolve(text('POSTSEAL_DATA_DIR') ?? './data'),
    configDir: path.join(configHome(text('XDG_CONFIG_HOME'), text('HOME')), 'postseal'),
    noColor: text('NO_COLOR') !== undefined,
  }
}

/** By the XDG Base Directory Specification, in which relative paths count for nothing. */
function configHome(given: string | undefined, home = homedir()): string {
  return given !== undefined && path.isAbsolute(given) ? given : path.join(home, '.config')
}
