import { readFileSync } from 'node:fs'

/**
 * Ends the process if its Node is too old for Postseal. Each program imports this file before any other
 * module, since an old Node could not link the others. So this file may use only syntax and modules that old
 * versions of Node have.
 */
const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  engines: { node: string }
}
const numbers = process.versions.node.split('.')
const major = Number(numbers[0])
const minor = Number(numbers[1])

/**
 * The ranges look like `^20.19` (this release line from a minor version on) and `>=22.12` (later lines as
 * well).
 */
const supported = manifest.engines.node.split('||').some((range) => {
  const found = /^(\^|>=)(\d+)\.(\d+)$/.exec(range.trim())
  if (found === null) return false
  if (major === Number(found[2])) return minor >= Number(found[3])
  return found[1] === '>=' && major > Number(found[2])
})

if (!supported) {
  process.stderr.write(
    'Postseal needs Node 20.19 or a later version of Node 20, or 22.12 or newer. This is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). See https://nodejs.org/en/download.\n',
  )
  process.exit(2)
}
