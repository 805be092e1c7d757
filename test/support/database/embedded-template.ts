import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { placePrepared } from '../../../embedded/prepared.js'
import { madeOnce } from '../run/made-once.js'

const prepared = fileURLToPath(new URL('../../../dist/embedded/prepared.tar.br', import.meta.url))

/** The embedded database that comes with the service: migrated, and with nothing in it. */
export async function copyMigratedFolder(to: string): Promise<void> {
  const template = await madeOnce('embedded', (folder) => placePrepared(prepared, folder, false))
  cpSync(template, to, { recursive: true })
}
