import type { Profiler } from 'node:inspector'

const root = new URL('../../../', import.meta.url).href

/**
 * The processor time of a profile by the file of the project, or the package, whose function had called, and what of
 * Node.js it called; the greatest first. A function of the engine counts for its caller.
 */
export function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): {
  readonly part: string
  readonly ms: number
}[] {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))

  function labelOf(sampled: number): string {
    let module = ''
    for (let id: number | undefined = sampled; id !== undefined; id = parents.get(id)) {
      const { functionName = '', url = '' } = byId.get(id)?.callFrame ?? {}
      if (url.startsWith('node:')) module ||= url
      else if (url !== '') return module === '' ? partOf(url) : `${partOf(url)} > ${module}`
      else if (functionName.startsWith('(') && module === '') return functionName
    }
    return module
  }

  const labels = new Map<number, string>()
  const sums = new Map<string, number>()
  samples.forEach((id, index) => {
    const label = labels.get(id) ?? labelOf(id)
    labels.set(id, label)
    sums.set(label, (sums.get(label) ?? 0) + (timeDeltas[index] ?? 0) / 1000)
  })
  sums.delete('(idle)')
  return [...sums].map(([part, ms]) => ({ part, ms })).sort((a, b) => b.ms - a.ms)
}

/** A package, or a file of the project. */
function partOf(url: string): string {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  return name ?? (url.startsWith(root) ? url.slice(root.length) : url)
}

const shownParts = 30

/** A profile counts the time in which the thread waits for a core as well, so it gives the shares alone. */
export function partRows(
  parts: ReturnType<typeof partsOf>,
  mails: number,
  cpu: { readonly service: number; readonly mainThread: number },
) {
  const scale = cpu.mainThread / parts.reduce((sum, { ms }) => sum + ms, 0)
  const rest = parts.slice(shownParts).reduce((sum, { ms }) => sum + ms, 0)
  const rows = [
    ...parts.slice(0, shownParts).map(({ part, ms }) => ({ part, ms: ms * scale })),
    { part: 'all other parts', ms: rest * scale },
    { part: 'other threads: signatures, the collector', ms: cpu.service - cpu.mainThread },
  ]
  return rows.map(({ part, ms }) => ({
    part,
    'µs a mail': Math.round((ms * 1000) / mails),
    '%': ((ms * 100) / cpu.service).toFixed(1),
  }))
}
