import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Parts of Node that its types lack. */
interface WebAssemblyValues {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>
  readonly Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer }
}
const wasm = (globalThis as unknown as { WebAssembly: WebAssemblyValues }).WebAssembly

const pageBytes = 65_536

/**
 * Compiles PostgreSQL's code, as PGlite does if it does not get the compiled module.
 *
 * PGlite reads the file of 9 MB into a buffer of malloc. Read into WebAssembly's memory, which is not malloc's, an
 * idle service holds about 40 MB less, as measured. The probable reason: a block of that size that glibc has freed
 * raises the memory that it keeps free in each thread's arena (M_TRIM_THRESHOLD in mallopt(3)), and V8 compiles in
 * several.
 */
export async function compilePostgres(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  return wasm.compile(readApart(fileURLToPath(file)))
}

/** Reads a file, in a thread with nothing else to do, into memory that malloc does not manage. */
export function readApart(file: string): Uint8Array<ArrayBuffer> {
  const fd = openSync(file, 'r')
  try {
    const { size } = fstatSync(fd)
    const memory = new wasm.Memory({ initial: Math.ceil(size / pageBytes) })
    const bytes = new Uint8Array(memory.buffer, 0, size)
    let length = 0
    while (length < size) {
      const read = readSync(fd, bytes, length, size - length, length)
      if (read === 0) throw new Error(`${file} ended after ${length} of ${size} bytes`)
      length += read
    }
    return bytes
  } finally {
    closeSync(fd)
  }
}
