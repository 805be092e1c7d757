import { expect, test } from 'vitest'
import { unsubscribeFields } from '../../../server/product/submission/unsubscribe.js'

function fieldsOf(ways: string, post?: string): Record<string, string> {
  return unsubscribeFields([
    { name: 'List-Unsubscribe', value: ways },
    ...(post === undefined ? [] : [{ name: 'LIST-UNSUBSCRIBE-POST', value: post }]),
  ])
}

test.each([
  ['<https://shop.example/u>', '<https://shop.example/u>'],
  ['<mailto:a@shop.example>,<https://shop.example/u>', '<mailto:a@shop.example>, <https://shop.example/u>'],
  ['(Use this to leave) <mailto:a@shop.example> (by (mail\\)))', '<mailto:a@shop.example>'],
  ['(see <https://shop.example/no>) <https://shop.example/u(1)>', '<https://shop.example/u(1)>'],
  ['<https://shop.example/u>,', '<https://shop.example/u>'],
  [
    ', <https://shop.example/u> ,, <mailto:a@shop.example>',
    '<https://shop.example/u>, <mailto:a@shop.example>',
  ],
  ['<https://shop.example/\r\n\tu>', '<https://shop.example/u>'],
  ['< https://shop.example/u >', '<https://shop.example/u>'],
  ['<https://grüße.example/ü?a=ö>', '<https://xn--gre-6ka8l.example/%C3%BC?a=%C3%B6>'],
  ['<mailto:a@shop.example?subject=ü>', '<mailto:a@shop.example?subject=%C3%BC>'],
  ['https://shop.example/u', '<https://shop.example/u>'],
  [`<https://shop.example/${'x'.repeat(850)}>, <https://shop.example/${'y'.repeat(850)}>`, undefined],
])('%j is a way to leave', (ways, sent = ways) => {
  const post = 'List-Unsubscribe=One-Click'
  expect(fieldsOf(ways)).toEqual({ 'List-Unsubscribe': sent })
  expect(fieldsOf(ways, ` list-unsubscribe=one-click (RFC 8058) `)).toEqual({
    'List-Unsubscribe': sent,
    'List-Unsubscribe-Post': post,
  })
  expect(fieldsOf(ways, 'something=else')).toEqual({ 'List-Unsubscribe': sent })
})

test.each(['', ' ', '(nothing)'])('%j is none', (ways) => {
  expect(fieldsOf(ways, 'List-Unsubscribe=One-Click')).toEqual({})
})

test.each([
  'NO',
  'click here',
  '<>',
  '<here>',
  'https://shop.example/u, https://shop.example/v',
  '<https://shop.example/u>, <there>',
  `<https://shop.example/${'x'.repeat(950)}>`,
  '<https://shop.example/u',
])('%j is refused', (ways) => {
  expect(() => fieldsOf(ways)).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ path: '/headers/list-unsubscribe', code: 'url' })],
    }),
  )
})
