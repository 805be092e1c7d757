import { existsSync } from 'node:fs'
import path from 'node:path'
import { step, versionOf, type Language } from './language.js'

const FOLDER = 'clients/php'

/** Returns the steps that test the PHP client: with the packages of Composer, or those of Debian. */
export async function phpSteps(): Promise<Language> {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec((await versionOf('php', ['-v'])) ?? '') ?? []
  if (Number(major) * 100 + Number(minor) < 801) {
    return { missing: 'There is no PHP 8.1 or newer: the PHP client is not tested.', steps: [] }
  }
  const ofComposer = path.resolve(FOLDER, 'vendor/bin/phpunit')
  const phpunit = existsSync(ofComposer) ? ofComposer : 'phpunit'
  const guzzle = existsSync(ofComposer) ? '' : "exit(@include 'GuzzleHttp/autoload.php' ? 0 : 1);"
  const has = await Promise.all([
    versionOf(phpunit, ['--version']),
    versionOf('php', ['-r', `extension_loaded('curl') || exit(1); ${guzzle}`]),
  ])
  if (has.includes(undefined)) {
    return {
      missing: 'There is no PHPUnit, Guzzle or curl for PHP: the PHP client is not tested.',
      steps: [],
    }
  }
  return { steps: [step(FOLDER, 'php', ['tests/lint.php']), step(FOLDER, phpunit, [])] }
}
