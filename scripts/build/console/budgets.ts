import type { Metafile } from 'esbuild'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const zip = promisify(gzip)

/** In kB (1,000 bytes) of gzipped text. */
const budgets = { 'first load': 61, styles: 12, screen: 20, plots: 30, pages: 30, editor: 175 } as const

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
 * @param files the outputs by their paths
 * @throws Error that names each part beyond its budget
 */
export async function checkBudgets(
  metafile: Metafile,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Size[]> {
  const sizes = await sizesOf(metafile, files)
  const beyond = sizes.filter(({ kilobytes, budget }) => kilobytes > budget)
  if (beyond.length > 0) {
    const lines = beyond.map(({ name, kilobytes, budget }) => `  ${name}: ${kilobytes} kB of ${budget} kB`)
    throw new Error(`The console is beyond its budget (gzipped):\n${lines.join('\n')}`)
  }
  return sizes
}

async function sizesOf({ outputs }: Metafile, files: ReadonlyMap<string, Uint8Array>): Promise<Size[]> {
  const bytes = new Map(
    await Promise.all(
      [...files].map(async ([name, text]) => [name, (await zip(text, { level: 9 })).length] as const),
    ),
  )
  const entryOf = (entry: string) =>
    Object.keys(outputs).find((name) => outputs[name]?.entryPoint === entry) ?? entry
  /** An output with all that it imports at once. */
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement') closure(path, seen)
    return seen
  }
  const kilobytesOf = (names: Iterable<string>) =>
    Math.round([...names].reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0) / 100) / 10

  const first = closure(entryOf('console/main.tsx'))
  const styles = entryOf('console/styles.css')
  const lazy = Object.entries(outputs).flatMap(([name, { entryPoint }]) =>
    entryPoint !== undefined && !first.has(name) && name !== styles && name.endsWith('.js')
      ? [{ entryPoint, own: [...closure(name)].filter((part) => !first.has(part)) }]
      : [],
  )
  return [
    { name: 'first load', kilobytes: kilobytesOf(first), budget: budgets['first load'] },
    { name: 'styles', kilobytes: kilobytesOf([styles]), budget: budgets.styles },
    ...lazy.map(({ entryPoint, own }) => ({
      name: entryPoint,
      kilobytes: kilobytesOf(own),
      budget: budgets[apart[entryPoint] ?? 'screen'],
    })),
  ]
}
