import { expect, test } from 'vitest'
import { gatherPipelines, partsOf } from '../../../embedded/clients/pipelines.js'

/** A message of a client: its type, a length, and so many bytes. */
function message(type: string, bytes = 3): Buffer {
  const made = Buffer.alloc(5 + bytes, 'x')
  made.write(type, 0)
  made.writeInt32BE(4 + bytes, 1)
  return made
}

/** A server that keeps what goes to the database, as client and types of messages. */
function gatheringServer() {
  const went: string[] = []
  const queryQueue = {
    enqueue: (client: number, pipeline: Uint8Array) => {
      went.push(`${client}:${[...partsOf(pipeline)].map(({ type }) => String.fromCharCode(type)).join('')}`)
      return Promise.resolve(0)
    },
    clearQueueForHandler: () => undefined,
  }
  gatherPipelines(queryQueue)
  const say = (client: number, ...messages: Buffer[]) => {
    const enqueue = queryQueue.enqueue as (
      client: number,
      message: Uint8Array,
      on: () => void,
    ) => Promise<number>
    return Promise.all(messages.map((each) => enqueue(client, each, () => undefined)))
  }
  return { went, say, leave: queryQueue.clearQueueForHandler as (client: number) => void }
}

test('the messages of a pipeline go together, each client’s own', async () => {
  const { went, say } = gatheringServer()
  await say(1, message('P'), message('B'))
  await say(2, message('Q'))
  await say(2, message('P'))
  await say(1, message('D'), message('E'), message('S'))
  await say(2, message('B'), message('E'), message('H'))
  expect(went).toEqual(['2:Q', '1:PBDES', '2:PBEH'])
})

test('a long pipeline goes in parts, so that no more than that is held', async () => {
  const { went, say } = gatheringServer()
  await say(1, message('P'), message('B', 300_000), message('E'), message('S'))
  expect(went).toEqual(['1:PB', '1:ES'])
})

test('what a client said that left is dropped', async () => {
  const { went, say, leave } = gatheringServer()
  await say(1, message('P'), message('B'))
  leave(1)
  await say(1, message('S'))
  expect(went).toEqual(['1:S'])
})
