import { transform, type Metafile } from 'esbuild'
import path from 'node:path'
import { rollup, type OutputChunk } from 'rollup'

/** A script as browsers load it. */
export interface Part {
  /** The modules that others import late, and the page's own. */
  readonly entries: readonly string[]
  /** The scripts that it imports at once, by their paths. */
  readonly imports: readonly string[]
  /** The scripts that it imports late, by their paths. */
  readonly late: readonly string[]
  readonly contents: Uint8Array
}

/** The number of groups of screens from which on a module of none of them is in the common script. */
const manyGroups = 3

/** The frame's own late modules. They are loaded together, soon after the first screen. */
const atHand = /^console\/app\/(keyboard\/(palette|keys-dialog)|sign-in-dialog)\.tsx$/

/**
 * Modules that the overview needs at once. It is the screen that people see first, so none of them may be a request of
 * its own.
 */
const ofOverview = 'console/screens/overview/overview.tsx'

/**
 * Merges the scripts of a build, which esbuild splits wherever two screens share a module: a first load made 41 requests.
 * Each takes a round trip, or waits for one of the browser's six connections.
 *
 * @param files the scripts by their paths, not yet minified
 * @param target the oldest browsers
 */
export async function mergeParts(
  { outputs }: Metafile,
  files: ReadonlyMap<string, Uint8Array>,
  target: string[],
): Promise<Map<string, Part>> {
  const groups = groupsOf(outputs)
  const entryOf = (file: string | null) => (file === null ? undefined : outputs[file]?.entryPoint)
  const folder = path.dirname([...groups.keys()][0] ?? '')
  const nameOf = ({ name, facadeModuleId }: { name: string; facadeModuleId: string | null }) => {
    const entry = entryOf(facadeModuleId)
    return entry === undefined ? name.replace(/-[A-Z0-9]{8}$/, '') : path.parse(entry).name
  }
  const bundle = await rollup({
    input: { main: [...groups.keys()].find((file) => entryOf(file) === 'console/main.tsx') ?? '' },
    // esbuild has left out all that nobody uses.
    treeshake: false,
    plugins: [
      {
        name: 'built',
        resolveId: (asked, from) =>
          from === undefined ? asked : path.posix.join(path.posix.dirname(from), asked),
        load: (file) => Buffer.from(files.get(file) ?? '').toString(),
        renderChunk: async (code) => {
          const made = await transform(code, { minify: true, format: 'esm', target, legalComments: 'none' })
          return { code: made.code, map: null }
        },
      },
    ],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: (chunk) => `${nameOf(chunk)}-[hash].js`,
    manualChunks: (file) => groups.get(file),
    hoistTransitiveImports: false,
  })
  await bundle.close()
  const at = (file: string) => path.posix.join(folder, file)
  return new Map(
    output
      .filter((each): each is OutputChunk => each.type === 'chunk')
      .map(({ fileName, moduleIds, imports, dynamicImports, code }) => [
        at(fileName),
        {
          entries: moduleIds.flatMap((file) => entryOf(file) ?? []),
          imports: imports.map(at),
          late: dynamicImports.map(at),
          contents: Buffer.from(code),
        },
      ]),
  )
}

/** Puts each script that many load into a group, by its path; undefined for those that stay as they are. */
function groupsOf(outputs: Metafile['outputs']): ReadonlyMap<string, string | undefined> {
  const scripts = Object.keys(outputs).filter((file) => file.endsWith('.js'))
  const closure = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const { path: imported, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement') closure(imported, seen)
    return seen
  }
  const users = new Map<string, Set<string>>(scripts.map((file) => [file, new Set()]))
  for (const file of scripts) {
    const entry = outputs[file]?.entryPoint
    if (entry !== undefined) for (const needed of closure(file)) users.get(needed)?.add(entry)
  }
  const groupOf = (file: string): string | undefined => {
    const by = [...(users.get(file) ?? [])]
    if (by.includes('console/main.tsx')) return 'main'
    if (by.every((entry) => atHand.test(entry))) return 'at-hand'
    if (outputs[file]?.entryPoint !== undefined) return undefined
    const ofScreens = Object.keys(outputs[file]?.inputs ?? {}).some((input) => input.includes('/screens/'))
    const isCommon = new Set(by.map(groupOfScreens)).size >= manyGroups && !ofScreens
    return isCommon || by.includes(ofOverview) ? 'common' : undefined
  }
  return new Map(scripts.map((file) => [file, groupOf(file)]))
}

/** Returns the folder of a screen. */
function groupOfScreens(entry: string): string {
  return /^console\/screens\/([^/]+)/.exec(entry)?.[1] ?? entry
}
