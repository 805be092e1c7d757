import { describe, expect, it } from 'vitest'
import { replayAll, type Progress } from '../../../console/screens/webhooks/deliveries/replay-all.js'

const ids = Array.from({ length: 10 }, (_, index) => `whd_${index}`)
const never = new AbortController().signal
const ignore = () => undefined

describe('replayAll', () => {
  it('asks for each once, in their order, four at a time', async () => {
    const asked: string[] = []
    let open = 0
    let most = 0
    const replay = async (id: string) => {
      asked.push(id)
      open += 1
      most = Math.max(most, open)
      await new Promise(setImmediate)
      open -= 1
    }
    expect(await replayAll(ids, replay, never, ignore)).toEqual({ replayed: 10, refused: 0 })
    expect(asked).toEqual(ids)
    expect(most).toBe(4)
  })

  it('counts refusals, keeps the last one, and goes on', async () => {
    const told: Progress[] = []
    const replay = async (id: string) => {
      if (id === 'whd_2' || id === 'whd_7') throw new Error(`refused ${id}`)
    }
    const end = await replayAll(ids, replay, never, (progress) => told.push(progress))
    expect(end).toEqual({ replayed: 8, refused: 2, error: new Error('refused whd_7') })
    expect(told).toHaveLength(10)
    expect(told.at(-1)).toEqual(end)
  })

  it('begins nothing more once it is stopped, and waits for what has begun', async () => {
    const stop = new AbortController()
    let begun = 0
    const replay = async () => {
      begun += 1
      if (begun === 4) stop.abort()
      await new Promise(setImmediate)
    }
    expect(await replayAll(ids, replay, stop.signal, ignore)).toEqual({ replayed: 4, refused: 0 })
    expect(begun).toBe(4)
  })
})
