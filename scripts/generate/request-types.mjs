// Has the raw TypeScript client take requests as their writers have them: lists that are readonly, and undefined for what
// is left out, which counts under `exactOptionalPropertyTypes`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { usedSchemas, operationsOf } from './sdk-types.mjs'

/** Rewrites the types of requests, and of all that they lead to, in the files of the client. */
export function widenRequests(client, contract) {
  const { requests } = usedSchemas(contract, operationsOf(contract))
  rewrite(path.join(client, 'models', 'index.ts'), (name) => requests.has(name))
  const apis = path.join(client, 'apis')
  // The only interfaces of these files are the parameters of operations.
  for (const file of readdirSync(apis)) rewrite(path.join(apis, file), () => true)
}

function rewrite(file, isRequest) {
  const text = readFileSync(file, 'utf8')
  const widened = text.replace(
    /^export interface (\w+)[^]*?^\}|^export type (\w+) = .*;$/gm,
    (found, ...names) => (isRequest(names[0] ?? names[1]) ? widen(found) : found),
  )
  writeFileSync(file, widened)
}

function widen(declaration) {
  return declaration
    .replace(/^( +['\w]+\?: )(.+);$/gm, '$1$2 | undefined;')
    .replace(/^((?: +['\w]+\??: |export type ).*)$/gm, (line) => line.replace(/\bArray</g, 'ReadonlyArray<'))
}
