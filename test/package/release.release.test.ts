import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { madeRelease } from '../support/service/made-release.js'
import { root } from './installed.js'

/** Tests the files that `npm run release` makes, but for the wheel, which needs the network, and the image. */

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

let folder: string
beforeAll(async () => {
  folder = await madeRelease()
})

const read = (name: string) => readFileSync(path.join(folder, name))

test('it has a file for each that can be installed, and a sum for each', () => {
  const files = [
    `postseal-${version}.cdx.json`,
    `postseal-${version}.tgz`,
    `postseal-cli-${version}.tgz`,
    `postseal-deploy-${version}.zip`,
    `postseal-go-${version}.zip`,
    `postseal-openapi-${version}.json`,
    `postseal-openapi-${version}.yaml`,
    `postseal-php-${version}.zip`,
    `postseal-server-${version}.tgz`,
  ]
  expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', ...files].sort())
  const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
  expect(checked.trim().split('\n').sort()).toEqual(files.map((name) => `${name}: OK`).sort())
})

test('the Go client is a module as the proxies of Go serve it', async () => {
  const files = await filesOf(read(`postseal-go-${version}.zip`))
  const prefix = `github.com/postseal/postseal-go@v${version}/`
  const names = [...files.keys()]
  expect(names.filter((name) => !name.startsWith(prefix))).toEqual([])
  expect(names).toEqual(
    expect.arrayContaining(['go.mod', 'LICENSE', 'client.go'].map((name) => prefix + name)),
  )
  // Go refuses a module with another one in it.
  expect(names.filter((name) => name.endsWith('/go.mod'))).toEqual([`${prefix}go.mod`])
  expect(names.filter((name) => name.endsWith('_test.go'))).toEqual([])
})

test('the PHP client says its version, which Composer needs of an archive', async () => {
  const files = await filesOf(read(`postseal-php-${version}.zip`))
  const manifest = JSON.parse(files.get('composer.json')?.toString() ?? '') as Record<string, unknown>
  expect(manifest).toMatchObject({
    name: 'postseal/postseal',
    version,
    autoload: { 'psr-4': { 'Postseal\\': 'src/' } },
  })
  const others = [...files.keys()].filter((name) => !name.startsWith('src/'))
  expect(others).toEqual(['LICENSE', 'README.md', 'composer.json'])
  expect(
    files.get('src/Client.php')?.equals(readFileSync(path.join(root, 'clients/php/src/Client.php'))),
  ).toBe(true)
})

test('the bill of materials has what is inside of the bundles, and what an installation brings', () => {
  const bill = JSON.parse(read(`postseal-${version}.cdx.json`).toString()) as {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: {
      group?: string
      name: string
      purl: string
      properties: { name: string; value: string }[]
    }[]
  }
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'postseal-server', version } },
  })
  const places = new Map(
    bill.components.map(({ group, name, properties }) => [
      group === undefined ? name : `${group}/${name}`,
      properties.filter((each) => each.name === 'postseal:bundled-in').map(({ value }) => value),
    ]),
  )
  expect(places.get('knex')).toEqual(['postseal-server'])
  for (const name of ['preact', 'lucide-preact']) expect(places.get(name)).toEqual(['postseal-server'])
  expect(places.get('commander')).toEqual(['postseal-server', 'postseal-cli'])
  expect(places.get('@electric-sql/pglite')).toEqual([])
  expect(['vitest', 'tsup', 'typescript'].filter((name) => places.has(name))).toEqual([])
  expect(bill.components.filter(({ purl }) => !purl.startsWith('pkg:npm/'))).toEqual([])
})

/** The files of an archive, read by a program of others. */
async function filesOf(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}
