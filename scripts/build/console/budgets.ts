import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Part } from './parts.js'

const zip = promisify(gzip)

/** In kB (1,000 bytes) of gzipped text. */
const budgets = {
  'first load': 61,
  common: 17,
  styles: 12,
  screen: 20,
  plots: 30,
  pages: 30,
  editor: 175,
} as const

/** Modules that only some screens load, each by a budget of its own. */
const apart: Readonly<Record<string, 'plots' | 'pages' | 'editor'>> = {
  'console/ui/figures/plot-canvas.ts': 'plots',
  // The pages of recipients in every language.
  'console/screens/projects/page-preview.tsx': 'pages',
  'console/ui/code/editor-view.ts': 'editor',
}

export interface Size {
  readonly name: string
  readonly kilobytes: number
  readonly budget: number
}

/**
 * Measures what the console loads first and what each lazy part loads beside that.
 *
 * @param parts the scripts by their paths
 * @param others the other files, the styles among them
 * @throws Error that names each part beyond its budget
 */
export async function checkBudgets(
  parts: ReadonlyMap<string, Part>,
  others: ReadonlyMap<string, Uint8Array>,
): Promise<Size[]> {
  const sizes = await sizesOf(parts, others)
  const beyond = sizes.filter(({ kilobytes, budget }) => kilobytes > budget)
  if (beyond.length > 0) {
    const lines = beyond.map(({ name, kilobytes, budget }) => `  ${name}: ${kilobytes} kB of ${budget} kB`)
    throw new Error(`The console is beyond its budget (gzipped):\n${lines.join('\n')}`)
  }
  return sizes
}

async function sizesOf(
  parts: ReadonlyMap<string, Part>,
  others: ReadonlyMap<string, Uint8Array>,
): Promise<Size[]> {
  const files = [...others, ...[...parts].map(([name, { contents }]) => [name, contents] as const)]
  const bytes = new Map(
    await Promise.all(
      files.map(async ([name, text]) => [name, (await zip(text, { level: 9 })).length] as const),
    ),
  )
  /** A script with all that it imports at once. */
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const imported of parts.get(name)?.imports ?? []) closure(imported, seen)
    return seen
  }
  /** The scripts that are loaded whenever one is imported late, since all that import it have them. */
  const loadedBefore = (name: string): Set<string> => {
    const importers = [...parts].filter(([, { late }]) => late.includes(name)).map(([file]) => closure(file))
    const [one = new Set<string>(), ...others] = importers
    return new Set([...one].filter((file) => others.every((all) => all.has(file))))
  }
  const kilobytesOf = (names: Iterable<string>) =>
    Math.round([...names].reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0) / 100) / 10

  const partOf = (entry: string) =>
    [...parts].find(([, { entries }]) => entries.includes(entry))?.[0] ?? entry
  const first = closure(partOf('console/main.tsx'))
  const common = [...parts.keys()].filter((name) => /\/common-[^/]*$/.test(name))
  const known = new Set([...first, ...common])
  const lazy = [...parts].flatMap(([name, { entries }]) => {
    const before = loadedBefore(name)
    const own = [...closure(name)].filter((part) => !known.has(part) && !before.has(part))
    return known.has(name) ? [] : entries.map((entryPoint) => ({ entryPoint, own }))
  })
  return [
    { name: 'first load', kilobytes: kilobytesOf(first), budget: budgets['first load'] },
    { name: 'common', kilobytes: kilobytesOf(common), budget: budgets.common },
    {
      name: 'styles',
      kilobytes: kilobytesOf([...others.keys()].filter((name) => name.endsWith('.css'))),
      budget: budgets.styles,
    },
    ...lazy.map(({ entryPoint, own }) => ({
      name: entryPoint,
      kilobytes: kilobytesOf(own),
      budget: budgets[apart[entryPoint] ?? 'screen'],
    })),
  ]
}
