import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Property {
  readonly name: string
  readonly value: string
}

interface Component {
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly properties?: readonly Property[]
}

interface Bill {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

/** The builds name the packages inside of them in these files, for their licences. */
const bundles = new Map([
  ['postseal-server', 'dist/THIRD-PARTY-LICENSES.txt'],
  ['postseal-cli', 'cli/dist/THIRD-PARTY-LICENSES.txt'],
])

const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * The packages that a release consists of, as CycloneDX. Its own tool describes all packages of the lock files. Those stay
 * that are inside of a bundle, though a lock file has them for development, and those that an installation brings.
 *
 * @throws Error where a package of a bundle is in no lock file
 */
export function billOfMaterials(): string {
  const bill = ofLockFile('package.json')
  const places = placesOfPackages()
  // The icons of the console are copied out of a package that only the tools install.
  const copied =
    lacking([...places.keys()], bill).length === 0 ? [] : ofLockFile('tools/package.json').components
  const isCopied = (name: string) => places.has(name) && lacking([name], bill).length > 0
  const all = [...bill.components, ...copied.filter((each) => isCopied(nameOf(each)))]
  const missing = lacking([...places.keys()], { components: all })
  if (missing.length > 0) throw new Error(`No lock file has what is in a bundle: ${missing.join(', ')}`)
  const components = all
    .filter((each) => places.has(nameOf(each)) || !isForDevelopment(each))
    .map((each) => ({ ...each, properties: propertiesOf(each, places.get(nameOf(each)) ?? []) }))
  const refs = new Set(components.map((each) => each['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref) || !bill.components.some((each) => each['bom-ref'] === ref))
    .map((each) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter((ref) => refs.has(ref)) }))
  return `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`
}

function lacking(names: readonly string[], { components }: Pick<Bill, 'components'>): string[] {
  return names.filter((name) => !components.some((each) => nameOf(each) === name))
}

/** Has the tool describe the lock file beside a manifest. */
function ofLockFile(manifest: string): Bill {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-bill-'))
  const file = path.join(folder, 'bill.json')
  const args = [
    'scripts/tools.mjs',
    'cyclonedx-npm',
    '--package-lock-only',
    '--flatten-components',
    '--output-reproducible',
    '--spec-version=1.6',
    '--output-format=JSON',
    `--output-file=${file}`,
    manifest,
  ]
  try {
    execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    return JSON.parse(readFileSync(file, 'utf8')) as Bill
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In which bundles a package is, by its name and version. */
function placesOfPackages(): Map<string, string[]> {
  const places = new Map<string, string[]>()
  for (const [bundle, file] of bundles) {
    const titles = readFileSync(file, 'utf8').matchAll(/^-{80}\n(\S+ \S+) \(/gm)
    for (const name of new Set([...titles].map(([, title = '']) => title))) {
      places.set(name, [...(places.get(name) ?? []), bundle])
    }
  }
  return places
}

function nameOf({ group, name, version }: Component): string {
  return `${group === undefined ? '' : `${group}/`}${name} ${version}`
}

function isForDevelopment({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === DEVELOPMENT && value === 'true')
}

/** A package in a bundle is no longer one for development alone. */
function propertiesOf({ properties = [] }: Component, places: readonly string[]): Property[] {
  const others = properties.filter(({ name }) => name !== DEVELOPMENT)
  return [...others, ...places.map((value) => ({ name: 'postseal:bundled-in', value }))]
}
