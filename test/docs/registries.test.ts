import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/**
 * Tests that no instruction installs, or starts, a package of Postseal by name from a registry. No registry has these
 * packages, so whoever takes their names there would run as the one who follows an instruction to install them: as
 * root, on a server. This needs neither a database nor a build.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The changelog says what was. Tests hold texts, and are told to nobody. */
const leftOut = /^CHANGELOG\.md$|(^|\/)tests?\/|(^|\/)package-lock\.json$|\.(png|br|gz|ico|woff2?)$/

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && !leftOut.test(file))

const own = String.raw`(?:@postseal\/[\w-]+|postseal(?:-server|-cli)?)`

/** A package of ours by its name, with or without a version, and not a path to a file. */
const named = new RegExp(String.raw`^["'(]*${own}(?:[@=<>~!^[][^\s]*)?["').,:;]*$`)

const installers =
  /\b(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|poetry|pdm)\s+(?:pip\s+)?(?:install|i|add)\b([^\n`;&|#]*)/g
const starters = new RegExp(
  String.raw`\b(?:npx|pnpx|bunx|uvx|pipx run|(?:npm|pnpm|yarn|bun) (?:exec|x|dlx))\s+((?:-\S+\s+)*)${own}(?![\w./-])`,
  'g',
)
const prose = new RegExp(
  String.raw`\b(?:add|install)s?\s+(?:the\s+)?(?:[\w-]+\s+)?packages?\s+[\`"]${own}[\`"]`,
  'gi',
)
const modules = /\bgo\s+(?:get|install)\s+(?:-\S+\s+)*github\.com\/postseal\/\S+/g
const images =
  /\b(?:docker|podman|buildah)\s+pull\s+\S*postseal\S*|\b(?:docker\.io|ghcr\.io|quay\.io)\/\S*postseal\S*/g
const php = /\bcomposer\s+require\s+(?:-\S+\s+)*["']?postseal\/postseal\S*/g
const archives = /\bcomposer config repositories\.postseal artifact \.\//

/** The instructions in a text that have a registry install or start one of our names. */
function instructionsIn(given: string): string[] {
  // Texts of programs and inline code go on in the next line.
  const text = given
    .replace(/(["'])\s*\+?\s*\n\s*\1/g, '')
    .replace(/`[^`\n]*\n[^`\n]*`/g, (code) => code.replace('\n', ' '))
  const found = [prose, modules, images].flatMap((kind) => [...text.matchAll(kind)].map(([all]) => all))
  for (const [all, args = ''] of text.matchAll(installers)) {
    if (args.split(/\s+/).some((arg) => named.test(arg))) found.push(all)
  }
  // `npx --no` starts what is installed and asks no registry.
  for (const [all, options = ''] of text.matchAll(starters)) {
    if (!/(^|\s)--no(-install)?\s/.test(options)) found.push(all)
  }
  if (!archives.test(text)) found.push(...[...text.matchAll(php)].map(([all]) => all))
  return found
}

test('nothing has a registry install or start a name of ours', () => {
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) =>
    instructionsIn(readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

describe('an instruction is found', () => {
  test.each([
    'npm install --global postseal-server',
    'npm i postseal@latest',
    'npm install --save-dev vitest postseal-server.',
    "'The package is not installed: npm install --save-dev postseal-server. ' +",
    '"Install it with npm (npm install --save-dev "\n        "postseal-server) or"',
    'write `npx\npostseal check-mail`',
    'npx --yes postseal-server --ephemeral',
    'npm exec postseal -- doctor',
    'pip install "postseal>=0.1"',
    'uv add postseal[testing]',
    'Add the package `postseal-server` to your devDependencies.',
    'composer require postseal/postseal:@dev',
    'go get github.com/postseal/postseal-go',
    'docker pull postseal',
    'image: docker.io/postseal/postseal:1',
  ])('%j', (text) => expect(instructionsIn(text)).toHaveLength(1))
})

describe('what comes from a file is none', () => {
  test.each([
    'npm install --global ./postseal-server-*.tgz',
    'npm install ./vendor/postseal-[0-9]*.tgz',
    'pip install ./vendor/postseal-*.whl',
    'pip install -e ./sdk-python && postseal doctor',
    'npx --no postseal mcp',
    'npx vitest run test/postseal',
    'composer config repositories.postseal artifact ./packages\ncomposer require postseal/postseal:@dev',
    'docker run --rm postseal:0.1.0',
  ])('%j', (text) => expect(instructionsIn(text)).toEqual([]))
})
