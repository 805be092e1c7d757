import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Summary } from '../../../server/operate/sink/parser/jobs.js'
import type { StoredMessage } from '../../../server/operate/sink/kept/stored-message.js'
import { Summaries } from '../../../server/operate/sink/kept/summaries.js'

test('summaries beyond the memory for them are made anew', async () => {
  const parsed: string[] = []
  const summaryOf = (id: string): Summary => ({
    ...{ subject: id, from: '', to: '', attachments: 0, unreadable: null },
    text: 'x'.repeat(4_500),
  })
  const store = {
    changes: new EventEmitter(),
    find: (id: string) => ({ id }),
    placeOf: (message: unknown) => message,
  }
  const parser = {
    parse: ({ id }: StoredMessage) => {
      parsed.push(id)
      return Promise.resolve(summaryOf(id))
    },
  }
  const summaries = new Summaries(store as never, parser as never, 11_000)
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b'])
    expect(await summaries.of({ id } as StoredMessage)).toEqual(summaryOf(id))
  expect(parsed).toEqual(['a', 'b', 'c', 'b'])
  expect(summaries.known('c')).toBeUndefined()
})
