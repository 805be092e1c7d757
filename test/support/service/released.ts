import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import tar from 'tar-stream'
import { madeOnce } from '../run/made-once.js'

/**
 * Unpacks a released server that test/package/released/ keeps, and returns its program, for
 * {@link import('./process.js').startProcess}. It has no packages beside it: what it does with PostgreSQL needs none.
 */
export async function releasedServer(version: string): Promise<string> {
  const file = path.resolve(`test/package/released/postseal-server-${version}.tar.br`)
  const folder = await madeOnce(`released-${version}`, (into) => unpack(readFileSync(file), into))
  return path.join(folder, 'dist/main.js')
}

async function unpack(packed: Buffer, into: string): Promise<void> {
  const archive = tar.extract()
  archive.end(brotliDecompressSync(packed))
  for await (const entry of archive) {
    const file = path.join(into, entry.header.name)
    await mkdir(path.dirname(file), { recursive: true })
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
    writeFileSync(file, Buffer.concat(chunks))
  }
}
