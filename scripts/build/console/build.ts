import { build, transform, type Metafile } from 'esbuild'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { leanEditor } from './lean-editor.js'
import { leanQueries } from './lean-queries.js'
import { checkBudgets } from './budgets.js'
import { contractRules } from './contract-rules.js'
import { ownIcons } from './own-icons.js'
import { mergeParts, type Part } from './parts.js'

const compress = promisify(brotliCompress)
const zip = promisify(gzip)

/** The oldest browsers. */
const target = ['chrome123', 'firefox121', 'safari17.5']

/**
 * Builds the console into a folder: `index.html`, and below `assets/` everything that it loads, named by its content.
 * Each file is written compressed alone, as `.br` and `.gz`: these are what browsers are sent.
 *
 * @returns esbuild's account of it, which names the packages in it
 * @throws Error where something is larger than its budget
 */
export async function buildConsole(folder: string): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    entryPoints: { main: 'console/main.tsx', styles: 'console/styles.css', icon: 'console/icon.svg' },
    outdir: path.join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target,
    // Scripts are minified once they are merged.
    minifySyntax: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    tsconfig: 'console/tsconfig.json',
    loader: { '.svg': 'copy' },
    plugins: [contractRules('generated/openapi.json'), ownIcons, leanEditor, leanQueries],
    define: { 'process.env.NODE_ENV': '"production"', process: 'undefined' },
    logLevel: 'warning',
  })
  const built = new Map(outputFiles.map((file) => [path.relative(process.cwd(), file.path), file.contents]))
  const parts = await mergeParts(metafile, built, target)
  const files = new Map<string, Uint8Array>()
  for (const [name, contents] of built)
    if (name.endsWith('.css')) files.set(name, await smaller(contents))
    else if (!name.endsWith('.js')) files.set(name, contents)
  await checkBudgets(parts, files)

  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  const page = await pageOf(parts, [...files.keys()], folder)
  for (const [name, { contents }] of parts) files.set(name, contents)
  files.set(path.join(folder, 'index.html'), Buffer.from(page))
  await Promise.all([...files].map(([name, contents]) => writeCompressed(name, contents)))
  return metafile
}

async function smaller(styles: Uint8Array): Promise<Uint8Array> {
  const { code } = await transform(styles, { loader: 'css', minify: true, target, legalComments: 'none' })
  return Buffer.from(code)
}

/** The page. The service puts in `%BASE%`, the path that it is reached by. */
async function pageOf(
  parts: ReadonlyMap<string, Part>,
  others: readonly string[],
  folder: string,
): Promise<string> {
  const nameOf = (file: string) => path.relative(folder, file).replaceAll(path.sep, '/')
  const found = (file: string | undefined, what: string) => {
    if (file === undefined) throw new Error(`The build has no ${what}`)
    return nameOf(file)
  }
  const main = [...parts].find(([, { entries }]) => entries.includes('console/main.tsx'))
  const common = [...parts.keys()].find((name) => path.basename(name).startsWith('common-'))
  // Every screen needs it: the browser is told before it has read the first script.
  const preloads = [...(main?.[1].imports ?? []), found(common, 'common part')].map(
    (file) => `<link rel="modulepreload" href="%BASE%${file}" />`,
  )
  const values: Record<string, string> = {
    main: found(main?.[0], 'main part'),
    styles: found(
      others.find((name) => name.endsWith('.css')),
      'styles',
    ),
    icon: found(
      others.find((name) => name.endsWith('.svg')),
      'icon',
    ),
    preload: preloads.join('\n    '),
  }
  const template = await readFile('console/index.html', 'utf8')
  return template.replace(/%([a-z]+)%/g, (_, name: string) => values[name] ?? '')
}

async function writeCompressed(file: string, contents: Uint8Array): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
  }
  const [br, gz] = await Promise.all([compress(contents, { params }), zip(contents, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
