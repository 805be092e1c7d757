import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readApart } from '../../../embedded/pglite/compiled.js'

test.each([0, 1, 65_536, 200_001])('a file of %d bytes is read as it is', (size) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-compiled-'))
  try {
    const bytes = randomBytes(size)
    const file = path.join(folder, 'file')
    writeFileSync(file, bytes)
    expect(Buffer.from(readApart(file)).equals(bytes)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
