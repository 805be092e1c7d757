// Builds the service where that has not been done yet. It does not build again: a running service has its files
// in dist/.
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (!existsSync('dist/cli/main.js')) execSync('npm run --silent build', { stdio: ['ignore', 2, 2] })
