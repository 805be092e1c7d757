import type { Kind, Items } from './items.js'
import { leaveOut } from './journal.js'
import { NotReadable, type OtherService } from './other-service.js'
import type { Reader } from './source.js'
import { bringSegments, bringTopics } from './targets/audience.js'
import { bringContacts } from './targets/contacts.js'
import { bringDomains } from './targets/domains.js'
import { bringSuppressions } from './targets/suppressions.js'
import type { Move, Target } from './targets/target.js'
import { bringTemplates } from './targets/templates.js'
import { bringWebhooks } from './targets/webhooks.js'

const targets: { readonly [K in Kind]: Target<K> } = {
  suppressions: bringSuppressions,
  topics: bringTopics,
  segments: bringSegments,
  contacts: bringContacts,
  templates: bringTemplates,
  domains: bringDomains,
  webhooks: bringWebhooks,
}

/** The scope that a key needs for each kind. */
export const scopes: Readonly<Record<Kind, string>> = {
  suppressions: 'suppressions:*',
  topics: 'contacts:*',
  segments: 'contacts:*',
  contacts: 'contacts:*',
  templates: 'templates:*',
  domains: 'domains:*',
  webhooks: 'webhooks:*',
}

/** The caller that is told the progress. */
export interface Watching {
  readonly onProgress: (kind: Kind, count: number) => void
}

/**
 * Brings the rest of a kind. The journal is saved after each batch.
 *
 * @returns why the kind cannot be read, if the other service refuses that. A later run tries again.
 */
export async function bringKind(
  kind: Kind,
  move: Move,
  other: OtherService,
  { onProgress }: Watching,
): Promise<string | undefined> {
  const progress = move.journal.of(kind)
  if (progress.isDone) return undefined
  // The reader and the target of a kind have the same items, which TypeScript does not see for a kind that varies.
  const read = move.source.readers[kind] as Reader<Items[Kind]> | undefined
  const bring = targets[kind] as Target<Kind>
  if (read === undefined) return undefined
  try {
    for await (const batch of read(other, { from: progress.cursor, isCount: false })) {
      await bring(move, { batch, progress })
      leaveOut(progress, batch.leftOut ?? [])
      if (batch.next === undefined) delete progress.cursor
      else progress.cursor = batch.next
      progress.isDone = batch.next === undefined
      await move.journal.save()
      onProgress(kind, progress.brought + progress.present + progress.leftOut)
    }
    progress.isDone = true
    await move.journal.save()
    return undefined
  } catch (error) {
    if (error instanceof NotReadable) return error.message
    throw error
  }
}
