import { step, versionOf, type Language } from './language.js'

const FOLDER = 'clients/go'

/** A module of its own, since it needs the reference library of Standard Webhooks. */
const STANDARD = 'clients/go/internal/standard'

/** Returns the steps that test the Go client. */
export async function goSteps(): Promise<Language> {
  const [, minor = '0'] = /\bgo1\.(\d+)/.exec((await versionOf('go', ['version'])) ?? '') ?? []
  if (Number(minor) < 24) {
    return { missing: 'There is no Go 1.24 or newer: the Go client is not tested.', steps: [] }
  }
  return {
    steps: [
      step(FOLDER, 'gofmt', ['-l', '.'], true),
      step(FOLDER, 'go', ['vet', './...']),
      step(FOLDER, 'go', ['test', '-count=1', './...']),
      step(STANDARD, 'go', ['test', '-count=1', './...']),
    ],
  }
}
