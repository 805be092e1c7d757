import path from 'node:path'

/** What a command that is a client of the API reads of the environment. */
export interface ClientConfig {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  /** Absolute path of the folder of the service, where its credentials are. */
  readonly dataDir: string
}

export function readClientConfig(env: Readonly<Record<string, string | undefined>>): ClientConfig {
  const text = (name: string) => env[name]?.trim() || undefined
  return {
    apiKey: text('POSTSEAL_API_KEY'),
    baseUrl: text('POSTSEAL_BASE_URL'),
    dataDir: path.resolve(text('POSTSEAL_DATA_DIR') ?? './data'),
  }
}
