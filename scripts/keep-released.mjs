// Keeps a released server for the tests of upgrades (test/process/upgrade.e2e.test.ts): builds a commit in a worktree
// of its own and packs what a process with PostgreSQL loads. The same commit gives the same bytes.
//   node scripts/keep-released.mjs 8138be37
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import tar from 'tar-stream'

/** The documentation, the console, and the files of a new embedded database. */
const notNeeded = /\.map$|\/(built|redoc)\/|\/prepared\.tar\.br$/

const [commit] = process.argv.slice(2)
if (commit === undefined) throw new Error('Name the commit or tag of the release.')

const root = mkdtempSync(path.join(tmpdir(), 'postseal-release-'))
const run = (program, args, cwd = root) => execFileSync(program, args, { cwd, stdio: 'inherit' })
run('git', ['worktree', 'add', '--detach', root, commit], '.')
try {
  run('npm', ['ci', '--no-audit', '--no-fund'])
  run('npm', ['run', '--silent', 'build'])
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const archive = await pack([...(await filesOf('dist')), ...(await filesOf('generated')), 'package.json'])
  const file = `test/package/released/postseal-server-${version}.tar.br`
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, compress(archive))
  console.log(`${file}: ${compress(archive).length} bytes, ${archive.length} unpacked`)
} finally {
  run('git', ['worktree', 'remove', '--force', root], '.')
  rmSync(root, { recursive: true, force: true })
}

/**
 * Returns the scripts that the service, its child processes and `postseal` import, wherever the build has put them.
 */
async function filesOf(folder) {
  const all = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(path.relative(root, entry.parentPath), entry.name))
    .filter((file) => !notNeeded.test(file) && !/\.ts$/.test(file))
  const isScript = (file) => file.endsWith('.js')
  const programs = all.filter((file) => /^dist\/(main|cli\/main|(.+\/)?process)\.js$/.test(file))
  const loaded = new Set(await importsOf(programs))
  return all.filter((file) => !isScript(file) || loaded.has(file))
}

async function importsOf(programs) {
  const { metafile } = await build({
    entryPoints: programs,
    absWorkingDir: root,
    outdir: 'out',
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
    metafile: true,
    write: false,
  })
  return Object.keys(metafile.inputs)
}

async function pack(files) {
  const packing = tar.pack()
  for (const name of files.sort())
    packing.entry({ name, mode: 0o644, mtime: new Date(0) }, readFileSync(path.join(root, name)))
  packing.finalize()
  return buffer(packing)
}

/** The window is over all of the archive. */
function compress(archive) {
  return brotliCompressSync(archive, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: archive.length,
    },
  })
}
