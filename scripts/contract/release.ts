// Run this for each release, after taking `-dev` away from the version (npm run version:set).
import { makeBaseline } from './baseline.js'
import { files } from './files.js'

try {
  console.log(`Later contracts are held to that of ${makeBaseline(files)} from now on.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
