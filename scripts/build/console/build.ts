import { build, type Metafile } from 'esbuild'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { leanEditor } from './lean-editor.js'
import { leanQueries } from './lean-queries.js'
import { checkBudgets } from './budgets.js'
import { contractRules } from './contract-rules.js'
import { ownIcons } from './own-icons.js'

const compress = promisify(brotliCompress)
const zip = promisify(gzip)

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
    target: ['chrome123', 'firefox121', 'safari17.5'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    tsconfig: 'console/tsconfig.json',
    loader: { '.svg': 'copy' },
    plugins: [contractRules('generated/openapi.json'), ownIcons, leanEditor, leanQueries],
    define: { 'process.env.NODE_ENV': '"production"', process: 'undefined' },
    logLevel: 'warning',
  })
  const files = new Map(outputFiles.map((file) => [path.relative(process.cwd(), file.path), file.contents]))
  await checkBudgets(metafile, files)

  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  const page = await pageOf(metafile, folder)
  const all = [...files, [path.join(folder, 'index.html'), Buffer.from(page)] as const]
  await Promise.all(all.map(([name, contents]) => writeCompressed(name, contents)))
  return metafile
}

/** The page. The service puts in `%BASE%`, the path that it is reached by. */
async function pageOf({ outputs }: Metafile, folder: string): Promise<string> {
  const nameOf = (file: string) => path.relative(folder, file).replaceAll(path.sep, '/')
  const outputOf = (source: string) => {
    const found = Object.entries(outputs).find(
      ([name, { entryPoint, inputs }]) =>
        !name.endsWith('.map') && (entryPoint === source || (source.endsWith('.svg') && source in inputs)),
    )
    if (found === undefined) throw new Error(`The build has no output of ${source}`)
    return found
  }
  const [main, { imports }] = outputOf('console/main.tsx')
  const preloads = imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path: file }) => `<link rel="modulepreload" href="%BASE%${nameOf(file)}" />`)
  const values: Record<string, string> = {
    main: nameOf(main),
    styles: nameOf(outputOf('console/styles.css')[0]),
    icon: nameOf(outputOf('console/icon.svg')[0]),
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
