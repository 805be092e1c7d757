import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Names of hosts are compared as `hostIn` reads them, or else another spelling of a name gets past. */

const server = fileURLToPath(new URL('../../server', import.meta.url))

/** Reads the host of a request: the header itself, and what Express makes of it. */
const reads =
  /\bheaders(?:Distinct)?(?:\.host\b|\[['"]host['"]\])|\breq(?:uest)?\.host(?:name)?\b|\breq\w*\.(?:get|header)\(['"]host['"]\)|\{ host \} = \w*\.?headers\b/gi

test('the Host header is read in one place', async () => {
  const files = (await readdir(server, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const found = files.filter((file) => readFileSync(path.join(server, file), 'utf8').match(reads) !== null)
  // The console's asks whether there is one, as HTTP/1.0 may have none.
  expect(found.toSorted()).toEqual([
    'platform/http/access/console-request.ts',
    'platform/http/connection/request-head.ts',
  ])
})
