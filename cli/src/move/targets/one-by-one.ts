import { ServiceRefusal } from '../../request/errors.js'
import { leaveOut, note } from '../journal.js'
import type { Items, Kind } from '../items.js'
import type { Remark } from '../source.js'
import { keyOf, refusalOf } from './postseal.js'
import type { Move, Target } from './target.js'

/** Something that was created, or that was there already. */
export interface Made {
  readonly id: string
  /** Sentences for the person who moves, such as records to publish. */
  readonly remarks?: readonly Remark[]
}

/** The requests that bring things of a kind one at a time. */
export interface OneByOne<Item> {
  readonly nameOf: (item: Item) => string
  readonly idOf: (item: Item) => string
  /** Returns what Postseal has already in place of the item. */
  readonly find: (move: Move, item: Item) => Promise<Made | undefined>
  /** Creates the item. @param key the idempotency key, to which a suffix can be added for further requests */
  readonly create: (move: Move, item: Item, key: string) => Promise<Made>
  /** Completes an item that an interrupted run has created, if that takes more than one request. */
  readonly complete?: (move: Move, item: Item, made: Made) => Promise<Made>
}

/** The service keeps an idempotency key for 24 hours. */
const replayableMs = 23 * 3_600_000

/**
 * Brings things one at a time. The journal records each before it is sent and again with the reply. So a request whose
 * reply was lost is repeated under its key, and does not create a second thing.
 */
export function oneByOne<K extends Kind>(kind: K, how: OneByOne<Items[K]>): Target<K> {
  const { nameOf, idOf, find, create, complete } = how
  return async (move, { batch, progress }) => {
    const { journal } = move
    for (const item of batch.items) {
      const sourceId = idOf(item)
      if (progress.ids[sourceId] !== undefined) {
        progress.present += 1
        continue
      }
      const { pending } = progress
      const wasSent = pending?.sourceId === sourceId
      const canReplay = wasSent && Date.now() - Date.parse(pending.at) < replayableMs
      let made = canReplay ? undefined : await find(move, item)
      const isOurs = made === undefined || wasSent
      try {
        if (made === undefined) {
          if (!canReplay) {
            progress.pending = { sourceId, at: new Date().toISOString() }
            await journal.save()
          }
          made = await created(move, item, sourceId)
        } else if (wasSent && complete !== undefined) made = await complete(move, item, made)
      } catch (error) {
        const reason = refusalOf(error)
        if (reason === undefined) throw error
        leaveOut(progress, [{ item: nameOf(item), reason }])
        delete progress.pending
        continue
      }
      progress.ids[sourceId] = made.id
      if (isOurs) progress.brought += 1
      else progress.present += 1
      note(progress, made.remarks ?? [])
      delete progress.pending
      await journal.save()
    }
  }

  async function created(move: Move, item: Items[K], sourceId: string): Promise<Made> {
    try {
      return await create(move, item, keyOf(move.journal.id, kind, sourceId))
    } catch (error) {
      // The item has changed at the other service since the lost reply.
      if (!(error instanceof ServiceRefusal) || error.code !== 'idempotency_conflict') throw error
      const made = await find(move, item)
      if (made === undefined) throw error
      return complete === undefined ? made : await complete(move, item, made)
    }
  }
}
