import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file that has the version of this repository. */
interface Place {
  /** From the repository's root. */
  readonly file: string
  /** Matches all that has the version in the file. The version, as the place spells it, is the group `version`. */
  readonly pattern: RegExp
  /** Returns the version as the place spells it. */
  readonly spelling: (version: string) => string
}

const asItIs = (version: string): string => version

/** Returns the version as PEP 440 spells it: `0.2.0-dev` is `0.2.0.dev0`. */
const asPython = (version: string): string => version.replace(/-dev$/, '.dev0')

/** The version without `-dev`: that of the coming release, or of the release itself. */
export function comingVersion(version: string): string {
  return version.replace(/-dev$/, '')
}

/** A package's version in its own package.json and in package-lock.json. */
const inManifest = /"name": "postseal(?:-server|-cli)?",\s+"version": "(?<version>[^"]+)"/g

/** `>=0.1.0` alone is for npm no version with `-dev`: a range has to name that one's release by `-0`. */
const inPeers = /"postseal-server": ">=0\.1\.0 \|\| >=(?<version>[\d.]+)-0"/g

const inImage = /postseal:(?<version>\d[\w.-]*)/g

/** Every place that has the version, but for package.json, from which the others follow. */
export const places: readonly Place[] = [
  ...['package-lock.json', 'cli/package.json', 'sdk-ts/package.json'].map((file) => at(file, inManifest)),
  ...['package-lock.json', 'sdk-ts/package.json'].map((file) => at(file, inPeers, comingVersion)),
  at('sdk-ts/src/version.ts', /VERSION = '(?<version>[^']+)'/g),
  at('sdk-python/src/postseal/_version.py', /__version__ = "(?<version>[^"]+)"/g, asPython),
  at('clients/go/client.go', /const Version = "(?<version>[^"]+)"/g),
  at('clients/php/src/Client.php', /const VERSION = '(?<version>[^']+)'/g),
  ...['deploy/compose.yaml', 'docs/operate/containers.md'].map((file) => at(file, inImage)),
  at('deploy/helm/postseal/Chart.yaml', /^(?:version|appVersion): (?<version>\S+)$/gm),
]

function at(file: string, pattern: RegExp, spelling = asItIs): Place {
  return { file, pattern, spelling }
}

/** The path of a file by its path from the repository's root. */
export function inRoot(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url))
}

/** The version that package.json has. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }).version
}
