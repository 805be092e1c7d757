// Has the package carry its types once. tsup writes them for each module system, the same but for the extension: types
// of ES modules may name what CommonJS has, and not the other way about.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const dist = path.resolve('dist')
const kept = readdirSync(dist).filter((name) => name.endsWith('.d.cts'))
for (const name of kept) {
  const twin = path.join(dist, name.replace(/\.cts$/, '.ts'))
  const isEntry = !/\.d-[\w-]+\.d\.cts$/.test(name)
  if (isEntry) writeFileSync(twin, `export * from './${name.replace(/\.d\.cts$/, '.cjs')}'\n`)
  else rmSync(twin)
  if (/^export default|export \{[^}]*\bdefault\b/m.test(readFileSync(path.join(dist, name), 'utf8'))) {
    throw new Error(`${name} has a default export, which \`export *\` would lose.`)
  }
}
