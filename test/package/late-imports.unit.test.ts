import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

test('packages that are CommonJS are imported late by their default: in the bundle they have no other name', () => {
  const files = ['embedded', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  const named = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/const (.*) = await import\('([^.'][^']*)'\)/g)]
        .filter(([, names = '']) => !/^\{ default: \w+ \}$/.test(names))
        .map(([statement]) => `${file}: ${statement}`),
    )
  expect(named).toEqual([])
})
