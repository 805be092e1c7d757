import { isNode, type Node } from './document.js'
import { versionOf } from './files.js'
import type { Finding } from './finding.js'

/** The member of an operation that names the first version of the service that has it. */
const since = 'x-since'

/**
 * Finds operations, of requests and of webhooks, that do not say since which version of the service they are there. What
 * was released keeps its version: where a released contract says none, the version that it was released with. All else
 * comes with the next release.
 *
 * @param version of this service, without `-dev`
 */
export function sinceFindings(contract: Node, released: Node, version: string): Finding[] {
  const before = new Map(operationsIn(released).map(({ id, operation }) => [id, operation]))
  return operationsIn(contract).flatMap(({ id, operation, place }) => {
    const old = before.get(id)
    const kept = old?.[since]
    const wasThere = typeof kept === 'string' ? kept : versionOf(released)
    const wanted = old === undefined ? version : wasThere
    if (operation[since] === wanted) return []
    const why = old === undefined ? 'the coming version has it first' : 'it was there then'
    return [{ rule: 'operation-since', place, message: `Say ${since}: ${wanted}, as ${why}.` }]
  })
}

/**
 * Finds that the coming version is not above the released one while there are operations that were not released: they
 * would seem to be as old as the release.
 */
export function versionFindings(contract: Node, released: Node, version: string): Finding[] {
  const before = new Set(operationsIn(released).map(({ id }) => id))
  const isNew = operationsIn(contract).some(({ id }) => !before.has(id))
  if (!isNew || isAbove(version, versionOf(released))) return []
  const message = `${version} is released and has no more operations. Set the version of the next release, with -dev.`
  return [{ rule: 'version-released', place: 'package.json', message }]
}

function isAbove(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0
}

function operationsIn(contract: Node): { id: string; operation: Node; place: string }[] {
  return ['paths', 'webhooks'].flatMap((part) =>
    Object.entries(contract[part] ?? {}).flatMap(([name, item]) =>
      Object.entries(item as Node).flatMap(([method, operation]) =>
        isNode(operation) && typeof operation['operationId'] === 'string'
          ? [{ id: operation['operationId'], operation, place: placeOf(part, name, method) }]
          : [],
      ),
    ),
  )
}

function placeOf(part: string, name: string, method: string): string {
  return `#/${part}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
}
