import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNode } from '../document.js'

/** A difference between two contracts, as Redocly CLI reports it: each one, whether or not it breaks anything. */
export interface Change {
  /** A JSON pointer with references followed: where it was met first. */
  readonly path: string
  /** The OpenAPI object that it is in. */
  readonly typeName: string
  readonly kind: 'added' | 'removed' | 'modified'
  /** The member that differs, where the object was modified. */
  readonly property?: string
  /** Rules of Redocly CLI that have something to say about it. */
  readonly verdicts: readonly Verdict[]
  readonly base?: Side
  readonly revision?: Side
}

interface Verdict {
  readonly ruleId: string
  readonly impact: 'major' | 'minor' | 'patch'
  readonly message: string
}

interface Side {
  /** Pointer to the changed node in the file; a shared component has the pointer at which it is written. */
  readonly pointer: string
  readonly value?: unknown
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const tools = fileURLToPath(new URL('../../tools.mjs', import.meta.url))

/**
 * Compares two contracts with `redocly diff`. It is told apart there what is sent to the service and what comes from it,
 * webhooks among that, and references are followed, in cycles too.
 *
 * @param before a file
 * @param after a file
 * @throws Error where it cannot compare them
 */
export function changesBetween(before: string, after: string): Change[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-changes-'))
  try {
    const files = [before, after].map((file, index) => {
      const copy = path.join(folder, `${index}.json`)
      const contract: unknown = JSON.parse(readFileSync(file, 'utf8'), withoutSingleAllOf)
      writeFileSync(copy, JSON.stringify(contract))
      return copy
    })
    const options = ['--config=contract/diff.yaml', '--format=json', '--fail-on=none']
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [tools, 'redocly', 'diff', ...files, ...options],
      { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
    )
    if (status !== 0) throw new Error(`redocly diff ended with ${status}:\n${stderr}`)
    return (JSON.parse(stdout) as { changes: Change[] }).changes
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A schema that is one other, alone in `allOf`, is that other one: Redocly CLI would call it removed and added. */
function withoutSingleAllOf(_key: string, value: unknown): unknown {
  if (!isNode(value) || Object.keys(value).length !== 1) return value
  const { allOf } = value
  return Array.isArray(allOf) && allOf.length === 1 ? (allOf as unknown[])[0] : value
}
