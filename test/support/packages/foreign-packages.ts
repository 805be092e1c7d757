import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = fileURLToPath(new URL('../../packages', import.meta.url))
const installer = new URL('../../../scripts/packages.mjs', import.meta.url)

/**
 * Imports a package of test/packages/, which has the libraries of others that tests hold the service against. They are
 * installed once, when a test first asks for one.
 *
 * @typeParam Module what the test uses of the package
 */
export async function foreignPackage<Module>(name: string): Promise<Module> {
  const { ensureInstalled } = (await import(installer.href)) as {
    ensureInstalled: (folder: string, what: string) => Promise<void>
  }
  await ensureInstalled(folder, 'the packages of test/packages/')
  const file = createRequire(path.join(folder, 'package.json')).resolve(name)
  return (await import(pathToFileURL(file).href)) as Module
}
