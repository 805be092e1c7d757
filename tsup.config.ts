import { cp } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { buildConsole } from './scripts/build/console/build.js'
import { ascii } from './scripts/build/ascii.js'
import { writeContractYaml } from './scripts/build/contract-yaml.js'
import { lighterPackages } from './scripts/build/lighter-packages.js'
import { Notices } from './scripts/build/notices.js'
import { ownFiles } from './scripts/build/own-files.js'
import { preparedDatabase } from './scripts/build/prepared-database.js'
import { buildPages } from './scripts/pages/build.js'
import { buildReference } from './scripts/reference/build.js'

/**
 * The modules that Node runs as programs and as workers by their paths, and those that are loaded late and that tests
 * load, too.
 */
const programs = [
  'main',
  'bin',
  'process/service',
  'product/content/rendering/pool/process',
  'product/inbound/parsing/process',
]

/** The worker of the embedded database, which is a folder of its own beside server/. */
const worker = 'embedded/worker'

/** Parts of the service that tests run in processes of their own. They are not in the package. */
const parts = [
  'platform/config/config',
  'platform/db/connection/database',
  'platform/db/schema/migrate',
  'operate/backup/archive-writer',
  'product/content/rendering/pool/renderer',
]

const embeddedParts = ['embedded/embedded', 'embedded/lock']

/** PGlite loads files beside its own modules. Of the others Knex and pg load what is asked for: none. */
const outside =
  /^(@electric-sql\/|(better-sqlite3|sqlite3|mysql2?|mariadb|oracledb|tedious|pg-native|pg-query-stream)(\/|$))/

const notices = new Notices('dist/THIRD-PARTY-LICENSES.txt')

// One bundle with most of its packages: a start reads a few files in place of 1,800.
export default defineConfig({
  entry: {
    ...Object.fromEntries(programs.map((name) => [name, `server/${name}.ts`])),
    [worker]: `${worker}.ts`,
    // Where operators call it by its path.
    'cli/main': 'server/operate/cli/main.ts',
    'operate/sink/parser/process': 'server/operate/sink/parser/process.js',
    ...Object.fromEntries(parts.map((name) => [`parts/${name}`, `server/${name}.ts`])),
    ...Object.fromEntries(embeddedParts.map((name) => [`parts/${name}`, `${name}.ts`])),
  },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  external: [outside],
  noExternal: [new RegExp(`^(?!${outside.source.slice(1)})`)],
  // Packages that are CommonJS ask for Node's own modules by it.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  esbuildPlugins: [
    ownFiles({ server: '', embedded: 'embedded' }),
    lighterPackages(),
    ascii(),
    notices.plugin(),
  ],
  esbuildOptions: (options) => {
    options.sourcesContent = false
    // Node reads and keeps all of its text. Names stay, for stack traces.
    options.minifyWhitespace = true
    options.minifySyntax = true
    // See scripts/build/ascii.ts.
    options.charset = 'ascii'
    // As in Node 21 and later. Without it pg looks for Cloudflare's by a `Response`, for which Node 20 loads all that
    // it has for `fetch`.
    options.define = { ...options.define, navigator: JSON.stringify({ userAgent: 'Node.js' }) }
    // The part that fetches nothing, as juice/client.js is of juice: a process for templates is a quarter as large
    // without the others, and starts in 110 ms where it took 170.
    options.alias = { cheerio: 'cheerio/slim' }
  },
  clean: true,
  sourcemap: true,
  silent: true,
  onSuccess: async () => {
    // A process of its own makes the database meanwhile, on another core.
    const [database] = await Promise.all([preparedDatabase('dist/parts'), buildForReaders()])
    // Last of all: scripts/ensure-built.mjs takes a build that has this file for a whole one.
    await cp(database, 'dist/embedded/prepared.tar.br')
  },
})

/** Builds the files that browsers load, and the contract as it is downloaded. */
async function buildForReaders(): Promise<void> {
  await writeContractYaml('dist/openapi.yaml')
  await copyBrowserFiles()
  await notices.add(await buildConsole('dist/operate/console/built'))
  await buildPages('dist/operate/reference/built', buildReference)
}

/** The scripts and style sheets that pages load. */
async function copyBrowserFiles(): Promise<void> {
  await cp('server/operate/reference/browser', 'dist/operate/reference/browser', { recursive: true })
  await cp('server/operate/sink/browser', 'dist/operate/sink/browser', { recursive: true })
}
