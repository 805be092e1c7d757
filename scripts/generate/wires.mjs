import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { wireReference } from './wire-reference.mjs'

/**
 * Bundles the contracts of the wires, which speak other services' APIs, and makes their types: those of
 * openapi-typescript, and for each operation which of this service's operations it calls.
 */
export function generateWires({ sources, out, redocly, run }) {
  mkdirSync(out, { recursive: true })
  const config = path.join(sources, 'redocly.yaml')
  for (const { name } of readdirSync(sources, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
    const json = path.join(out, `${name}.json`)
    redocly('bundle', path.join(sources, name, 'openapi.yaml'), '-o', json, '--config', config)
    const contract = JSON.parse(readFileSync(json, 'utf8'))
    writeFileSync(json, `${JSON.stringify(contract, null, 2)}\n`)
    run('openapi-typescript', [json, '-o', path.join(out, `${name}.ts`), '--redocly', config])
    writeFileSync(path.join(out, `${name}-calls.ts`), callsOf(name, contract))
  }
}

function callsOf(name, contract) {
  const lines = Object.values(contract.paths).flatMap((item) =>
    Object.values(item)
      .filter(({ 'x-calls': calls }) => calls !== undefined)
      .map(
        ({ operationId, 'x-calls': calls }) =>
          `  ${operationId}: ${calls.map((call) => `'${call}'`).join(' | ')}`,
      ),
  )
  return [
    `// Made from openapi/wires/${name}/ by scripts/generate.mjs. Do not edit.`,
    '/** The operations of this service that each answered operation of the wire calls. */',
    'export interface Calls {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

/** Writes the page of each wire's calls and fields into the guide. */
export function writeWireReferences(bundles, guide) {
  for (const file of readdirSync(bundles).filter((name) => name.endsWith('.json'))) {
    const name = path.basename(file, '.json')
    const contract = JSON.parse(readFileSync(path.join(bundles, file), 'utf8'))
    writeFileSync(path.join(guide, `${name}-reference.md`), wireReference(name, contract))
  }
}
