import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadDocumentation } from '../../../server/operate/reference/assets.js'
import { codeOf } from '../../support/documentation/unescaped.js'
import { scratchFolder } from '../../support/run/scratch-folder.js'

/** Holds how the built pages are loaded: it needs a build. */

test('a process shows the pages of its own build while an upgrade replaces the files', async () => {
  const folder = mkdtempSync(path.join(scratchFolder, 'documentation-'))
  cpSync(fileURLToPath(new URL('../../../dist/operate/reference/built', import.meta.url)), folder, {
    recursive: true,
  })
  const { page, text, version } = await loadDocumentation(`https://mail.shop.example/a&b's`, [], folder)
  rmSync(folder, { recursive: true })
  const html = (await page('api/sendMessage'))?.body.toString()
  expect(html).toContain(`docs/${version}/reference.js`)
  expect(codeOf(html ?? '')).toContain(`curl -sS 'https://mail.shop.example/a&b%27s/v1/messages'`)
  expect(await page('api/sendMessage')).toBe(await page('api/sendMessage'))
  const markdown = (await text('docs/api/sendMessage.md'))?.body.toString()
  expect(markdown).toContain(`curl -sS 'https://mail.shop.example/a&b%27s/v1/messages'`)
  expect(markdown).toContain('](https://mail.shop.example/a&b%27s/docs/errors.md)')
  expect((await text('docs.md'))?.body.toString()).toContain(`/docs/${version}/console-overview.png)`)
  const feed = (await text('docs/changelog.atom'))?.body.toString()
  expect(feed).toContain('<id>https://mail.shop.example/a%26b%27s/docs/changelog.atom</id>')
  expect(feed).not.toContain('a&b')
  expect(await text('docs/api/nothing.md')).toBeUndefined()
  expect(await page('api/nothing')).toBeUndefined()
})
