import { homedir } from 'node:os'
import path from 'node:path'

/** The environment settings of a command that is an API client. */
export interface ClientConfig {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  /**
   * The URL of a service on this machine that has this command's variables, without a trailing slash. Undefined if
   * that service does not serve the API.
   */
  readonly localUrl?: string | undefined
  /** The name of the chosen profile. */
  readonly profile: string | undefined
  /** Absolute path of the service's data folder, which has its credentials. */
  readonly dataDir: string
  /** Absolute path of the user's configuration folder, which has the profiles. */
  readonly configDir: string
  /** True if terminals get no colours (no-color.org). */
  readonly noColor: boolean
}

export function readClientConfig(env: Readonly<Record<string, string | undefined>>): ClientConfig {
  const text = (name: string) => env[name]?.trim() || undefined
  return {
    apiKey: text('POSTSEAL_API_KEY'),
    baseUrl: text('POSTSEAL_BASE_URL'),
    localUrl: localUrlOf(text('PORT') ?? '4000', text('POSTSEAL_ROLES') ?? 'api'),
    profile: text('POSTSEAL_PROFILE'),
    dataDir: path.resolve(text('POSTSEAL_DATA_DIR') ?? './data'),
    configDir: path.join(configHome(text('XDG_CONFIG_HOME'), text('HOME')), 'postseal'),
    noColor: text('NO_COLOR') !== undefined,
  }
}

/** Returns the URL of the local service. It listens for HTTP on every address of the machine, without TLS. */
function localUrlOf(port: string, roles: string): string | undefined {
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0
  const servesApi = roles.split(',').some((role) => role.trim() === 'api')
  return servesApi && number > 0 && number < 65_536 ? `http://127.0.0.1:${number}` : undefined
}

/**
 * Returns the URL by which this machine reaches the service in its data folder. The public URL does not work if a
 * certificate has expired, the proxy is down or the DNS is wrong.
 *
 * @param url the URL in the service's first credentials
 */
export function ownServiceUrl({ localUrl }: Pick<ClientConfig, 'localUrl'>, url: string): string {
  return isLoopback(url) ? url : (localUrl ?? url)
}

/** Returns whether a URL leads only to this machine. */
export function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|[^/:@]*\.localhost|127(\.\d+){3}|\[::1\])(:\d*)?(\/|$)/i.test(url)
}

/**
 * Returns the user's configuration folder according to the XDG Base Directory Specification, which says to ignore
 * relative paths.
 */
function configHome(given: string | undefined, home = homedir()): string {
  return given !== undefined && path.isAbsolute(given) ? given : path.join(home, '.config')
}
