import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { zip, type ZipFile } from './zip.js'

/** The path that go.mod gives the module. */
const MODULE = 'github.com/postseal/postseal-go'

/**
 * The Go client as the proxies of Go serve a module: each path begins with the module and its version. Left out are the
 * tests, which need this repository, and the folders that are modules of their own, as Go requires.
 */
export function goModule(version: string): Promise<Buffer> {
  const files = filesOf('clients/go')
  const modules = files
    .map(({ name }) => path.posix.dirname(name) + '/')
    .filter((folder, index) => files[index]?.name === `${folder}go.mod`)
  const kept = files.filter(
    ({ name }) => !name.endsWith('_test.go') && !modules.some((folder) => name.startsWith(folder)),
  )
  const manifest = kept.find(({ name }) => name === 'go.mod')?.content.toString() ?? ''
  if (!manifest.startsWith(`module ${MODULE}\n`)) throw new Error(`clients/go is not the module ${MODULE}.`)
  return zip(kept.map(({ name, content }) => ({ name: `${MODULE}@v${version}/${name}`, content })))
}

/** The PHP client as Composer takes packages from a folder of archives: its composer.json has the version. */
export function phpPackage(version: string): Promise<Buffer> {
  const kept = filesOf('clients/php').filter(
    ({ name }) => name.startsWith('src/') || ['composer.json', 'LICENSE', 'README.md'].includes(name),
  )
  return zip(
    kept.map((file) =>
      file.name === 'composer.json' ? { ...file, content: withVersion(file, version) } : file,
    ),
  )
}

function withVersion({ content }: ZipFile, version: string): Buffer {
  const { name, ...others } = JSON.parse(content.toString()) as Record<string, unknown>
  for (const part of ['require-dev', 'autoload-dev']) delete others[part]
  return Buffer.from(`${JSON.stringify({ name, version, ...others }, null, 2)}\n`)
}

/** Packs the files that Docker Compose and Helm read. */
export function deployFiles(): Promise<Buffer> {
  const own = /^(compose\.yaml|env\.example|postgres-roles\.sh|helm\/.*)$/
  return zip(filesOf('deploy').filter(({ name }) => own.test(name)))
}

/** The files of a folder that git knows, so that nothing comes along that tests or editors have left there. */
function filesOf(folder: string): ZipFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--', folder], { encoding: 'utf8' })
  const names = listed.split('\0').filter((name) => name !== '')
  return names.map((name) => ({ name: path.posix.relative(folder, name), content: readFileSync(name) }))
}
