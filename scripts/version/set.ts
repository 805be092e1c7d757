// Gives the repository a version: `npm run version:set -- 0.2.0` before a release, `-- 0.3.0-dev` after it. Writes
// package.json and every other place that has the version.
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot, places } from './places.js'

const [version = ''] = process.argv.slice(2)
if (/^\d+\.\d+\.\d+(-dev)?$/.test(version)) {
  replace('package.json', /^ {2}"version": "(?<version>[^"]+)"/gm, version)
  for (const { file, pattern, spelling } of places) replace(file, pattern, spelling(version))
} else {
  console.error('Name a version, such as 0.2.0, or 0.2.0-dev before its release.')
  process.exitCode = 1
}

function replace(file: string, pattern: RegExp, spelled: string): void {
  const text = readFileSync(inRoot(file), 'utf8')
  const changed = text.replace(pattern, (match, ...groups) => {
    const { version: old } = groups.at(-1) as { version: string }
    const start = match.lastIndexOf(old)
    return match.slice(0, start) + spelled + match.slice(start + old.length)
  })
  writeFileSync(inRoot(file), changed)
}
