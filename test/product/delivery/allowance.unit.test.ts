import { describe, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { allowanceOf, freeOf } from '../../../server/product/delivery/allowance.js'
import type { ClaimedDelivery } from '../../../server/product/mail/claim/claim.js'

const concurrency = 200
const [mine, other] = [newWorkspaceId(), newWorkspaceId()]
const single = { workspaceId: mine, bulk: false }
const bulk = { workspaceId: mine, bulk: true }

const delivery = (workspaceId: WorkspaceId, destination: string, inBulk: boolean): ClaimedDelivery => ({
  workspaceId,
  logId: newUuid(),
  messageId: newUuid(),
  projectId: newUuid(),
  environment: 'live',
  destination,
  bulk: inBulk,
  claimedAt: new Date(),
  attempts: 0,
  firstAttemptAt: null,
  recipient: `ada@${destination}`,
  category: null,
  suppressed: null,
  campaignId: null,
  automationId: null,
  stopped: null,
  stream: 'transactional',
})

/** Makes deliveries in flight, as many as are asked for, to destinations that answer and to those on probation. */
function inFlight(
  ...groups: readonly {
    readonly of?: WorkspaceId
    readonly proven?: number
    readonly onProbation?: number
    readonly bulk?: boolean
  }[]
) {
  const times = (count: number, one: () => ClaimedDelivery) => Array.from({ length: count }, one)
  const all = groups.flatMap(({ of = mine, proven = 0, onProbation = 0, bulk: inBulk = false }) => [
    ...times(proven, () => delivery(of, 'proven.example', inBulk)),
    ...times(onProbation, () => delivery(of, 'silent.example', inBulk)),
  ])
  return {
    all: () => all,
    isOnProbation: ({ destination }: ClaimedDelivery) => destination === 'silent.example',
  }
}

test('one workspace gets three quarters, and its bulk one half', () => {
  expect(allowanceOf(inFlight(), concurrency, single).max).toBe(150)
  expect(allowanceOf(inFlight(), concurrency, bulk).max).toBe(100)
  expect(allowanceOf(inFlight({ proven: 140, bulk: true }), concurrency, single).max).toBe(10)
  expect(allowanceOf(inFlight({ proven: 140, bulk: true }), concurrency, bulk).max).toBe(0)
  expect(allowanceOf(inFlight({ of: other, proven: 140 }), concurrency, single).max).toBe(60)
})

describe('destinations on probation', () => {
  test('get a quarter in all, of which a workspace gets three quarters, and its bulk one half', () => {
    expect(allowanceOf(inFlight(), concurrency, single).maxOnProbation).toBe(38)
    expect(allowanceOf(inFlight(), concurrency, bulk).maxOnProbation).toBe(25)
    expect(allowanceOf(inFlight({ onProbation: 38 }), concurrency, single).maxOnProbation).toBe(0)
    expect(allowanceOf(inFlight({ of: other, onProbation: 38 }), concurrency, single).maxOnProbation).toBe(12)
    expect(allowanceOf(inFlight({ of: other, onProbation: 50 }), concurrency, single).maxOnProbation).toBe(0)
  })

  test('leave the others the rest', () => {
    const full = inFlight({ onProbation: 38 }, { of: other, onProbation: 12 })
    expect(allowanceOf(full, concurrency, single)).toEqual({ max: 112, maxOnProbation: 0 })
    expect(freeOf(full, concurrency)).toBe(150)
  })

  test('hold up nobody where they fall silent with more in flight', () => {
    // Thirty that answered, with five each.
    const fallenSilent = inFlight({ onProbation: 150 })
    expect(freeOf(fallenSilent, concurrency)).toBe(150)
    expect(allowanceOf(fallenSilent, concurrency, single)).toEqual({ max: 100, maxOnProbation: 0 })
    // It ends somewhere.
    expect(freeOf(inFlight({ onProbation: 300 }), concurrency)).toBe(0)
    expect(freeOf(inFlight({ onProbation: 400 }), concurrency)).toBeLessThanOrEqual(0)
  })

  test('get one even where the worker makes one delivery at a time', () => {
    expect(allowanceOf(inFlight(), 1, bulk)).toEqual({ max: 1, maxOnProbation: 1 })
  })
})
