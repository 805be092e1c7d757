import type { Items, Kind, Template, Webhook } from './items.js'
import { NotReadable, type OtherService } from './other-service.js'
import type { Batch, Reader, Remark, Source } from './source.js'
import { prepared } from './templates/content.js'

/** The things that a move would bring. */
export interface Counted {
  readonly kind: Kind
  found: number
  leftOut: number
  readonly remarks: Remark[]
  /** Why the kind cannot be read. */
  reason?: string
}

/** Counts the things of a kind at the other service, and changes nothing. */
export async function countKind(
  kind: Kind,
  source: Source,
  other: OtherService,
  onProgress: (kind: Kind, count: number) => void,
): Promise<Counted> {
  const counted: Counted = { kind, found: 0, leftOut: 0, remarks: [] }
  const read = source.readers[kind] as Reader<Items[Kind]> | undefined
  if (read === undefined) return { ...counted, reason: source.lacks[kind] ?? 'there are none' }
  try {
    for await (const batch of read(other, { from: undefined, isCount: true })) {
      counted.found += batch.items.length
      counted.leftOut += batch.leftOut?.length ?? 0
      counted.remarks.push(...(batch.leftOut ?? []), ...remarksOn(kind, batch))
      onProgress(kind, counted.found)
    }
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error
    counted.reason = error.message
  }
  return counted
}

function remarksOn(kind: Kind, { items }: Batch<Items[Kind]>): Remark[] {
  if (kind === 'webhooks')
    return (items as readonly Webhook[]).flatMap(({ url, losses }) =>
      losses.map((reason) => ({ item: url, reason })),
    )
  if (kind !== 'templates') return []
  return (items as readonly Template[]).flatMap((template) => {
    const { problems, losses } = prepared(template, template.layoutId)
    return [...problems, ...losses].map((reason) => ({ item: template.name, reason }))
  })
}
