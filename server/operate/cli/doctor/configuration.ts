import { readConfig, type Config } from '../../../platform/config/config.js'
import { ConfigError } from '../../../platform/config/config-error.js'
import { unknownVariables } from '../../../platform/config/variables/unknown-variables.js'
import { version } from '../../../platform/config/version.js'
import { newSecret } from '../../../platform/auth/service-key.js'
import { failed, ok, warning, type Check } from './check.js'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Values that stand in for variables that make no sense, so that the others can be read. A variable without an entry
 * here is left out instead: other variables depend only on these.
 */
const standIns: ReadonlyMap<string, () => string> = new Map(
  Object.entries<() => string>({
    DATABASE_URL: () => 'postgres://localhost/postseal',
    POSTSEAL_SECRET_KEY: newSecret,
    POSTSEAL_PUBLIC_URL: () => 'https://mail.shop.example',
    POSTSEAL_HOSTNAME: () => 'mail.shop.example',
    POSTSEAL_RETURN_PATH_DOMAIN: () => 'bounces.shop.example',
  }),
)

/** Reads the configuration, or returns a sentence for each mistake in it. */
export function readWhole(env: Env): { readonly config?: Config; readonly sentences: readonly string[] } {
  const variables = { ...env }
  const sentences: string[] = []
  for (;;) {
    try {
      const config = readConfig(variables)
      return sentences.length === 0 ? { config, sentences } : { sentences }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      // Nothing more can be learnt once a sentence is repeated.
      if (sentences.includes(error.message)) return { sentences }
      sentences.push(error.message)
      leaveOut(variables, error.message)
    }
  }
}

/** Removes the variables that a sentence is about: the one whose name it begins with, else all that it names. */
function leaveOut(variables: Record<string, string | undefined>, sentence: string): void {
  const [first = '', ...others] = namesIn(sentence)
  const standIn = standIns.get(first)
  if (standIn !== undefined) variables[first] = standIn()
  else for (const name of [first, ...others]) delete variables[name]
}

function namesIn(sentence: string): string[] {
  return sentence.match(/\b(?:POSTSEAL_[A-Z_]+|DATABASE_URL|REDIS_URL|PORT)\b/g) ?? []
}

/** Makes the checks that the variables can be read, with a line for each mistake, and that all of them are known. */
export function configurationChecks(env: Env, sentences: readonly string[]): Check[] {
  const unknown = unknownVariables(env)
  const valid = ok(`valid for Postseal ${version}; this is Node ${process.versions.node}`)
  return [
    ...(sentences.length === 0 ? [valid] : sentences.map(mistake)).map((finding) => ({
      name: 'configuration',
      run: () => finding,
    })),
    ...unknown.map((sentence) => ({
      name: 'variables',
      run: () => warning(sentence, 'Correct the name, or remove the variable.'),
    })),
  ]
}

function mistake(sentence: string) {
  const [name = 'A variable'] = namesIn(sentence)
  const isMissing = / is required\b/.test(sentence)
  return failed(`${name} ${isMissing ? 'is missing' : 'cannot be used'}`, sentence)
}
