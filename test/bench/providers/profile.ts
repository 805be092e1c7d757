import type { Profiler } from 'node:inspector'

const root = new URL('../../../', import.meta.url).href

/**
 * The processor time of a profile by the part of the program, the greatest first. A function without a file, such as
 * one of the engine's, counts for the one that called it.
 */
export function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): {
  readonly part: string
  readonly ms: number
}[] {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const labels = new Map<number, string>()
  const labelOf = (id: number): string => {
    const known = labels.get(id)
    if (known !== undefined) return known
    const { functionName, url } = byId.get(id)?.callFrame ?? { functionName: '', url: '' }
    const parent = parents.get(id)
    const isOfEngine = url === '' && !functionName.startsWith('(') && parent !== undefined
    const label = isOfEngine ? labelOf(parent) : url === '' ? functionName : partOf(url)
    labels.set(id, label)
    return label
  }
  const sums = new Map<string, number>()
  samples.forEach((id, index) => {
    const label = labelOf(id)
    sums.set(label, (sums.get(label) ?? 0) + (timeDeltas[index] ?? 0) / 1000)
  })
  sums.delete('(idle)')
  return [...sums].map(([part, ms]) => ({ part, ms })).sort((a, b) => b.ms - a.ms)
}

/** A module of Node.js, a package, or a file of the project. */
function partOf(url: string): string {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  return name ?? (url.startsWith(root) ? url.slice(root.length) : url)
}
