import { expect, test } from 'vitest'
import { sentenceOf } from '../../../../server/platform/http/validation/sentence.js'

/** The message of a refusal: the first mistake as a sentence, and the number of the others. */

test.each([
  [[{ path: '/body/to/0/email', message: 'is required' }], 'to[0].email is required.'],
  [[{ path: '/body', message: 'is required: send a JSON body' }], 'The body is required: send a JSON body.'],
  [
    [{ path: '/query/limit', message: 'is not a parameter of this operation; did you mean x?' }],
    'The query parameter limit is not a parameter of this operation; did you mean x?',
  ],
  [[{ path: '/headers/idempotency-key', message: 'is required' }], 'The header Idempotency-Key is required.'],
  [[{ path: '/message/subject', message: 'is required' }], 'message.subject is required.'],
  [
    [{ path: `/body/${'k'.repeat(300)}`, message: 'is not a known field' }],
    `${'k'.repeat(60)}… is not a known field.`,
  ],
  [
    Array(2).fill({ path: '/body/a', message: 'is required' }),
    'a is required. `details` names one more mistake.',
  ],
  [
    Array(3).fill({ path: '/body/a', message: 'is required' }),
    'a is required. `details` names 2 more mistakes.',
  ],
])('%j: %s', (found, sentence) => {
  expect(sentenceOf(found)).toBe(sentence)
})
