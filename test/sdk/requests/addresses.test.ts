import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PostsealError, type SendMessageRequest } from '../../../sdk-ts/src/index.js'
import { parseAddress } from '../../../sdk-ts/src/requests/addresses.js'
import { clientOf, disconnect, json, letter, skipWaits } from '../support.js'

const parse = (text: string) => parseAddress(text, 'to')

describe('an address as text', () => {
  test.each([
    ['ada@example.com', { email: 'ada@example.com' }],
    ['  ada@example.com ', { email: 'ada@example.com' }],
    ['<ada@example.com>', { email: 'ada@example.com' }],
    ['Ada Lovelace <ada@example.com>', { email: 'ada@example.com', name: 'Ada Lovelace' }],
    ['Ada   Lovelace<ada@example.com>', { email: 'ada@example.com', name: 'Ada Lovelace' }],
    ['Ada K. Lovelace < ada@example.com >', { email: 'ada@example.com', name: 'Ada K. Lovelace' }],
    ['"Lovelace, Ada" <ada@example.com>', { email: 'ada@example.com', name: 'Lovelace, Ada' }],
    [
      '"Ada \\"the first\\" \\\\ L." <ada@example.com>',
      { email: 'ada@example.com', name: 'Ada "the first" \\ L.' },
    ],
    ['"ada@example.com" <ada@example.com>', { email: 'ada@example.com', name: 'ada@example.com' }],
    ['"Ada" Lovelace "(Shop)" <ada@example.com>', { email: 'ada@example.com', name: 'Ada Lovelace (Shop)' }],
    ['"" <ada@example.com>', { email: 'ada@example.com' }],
    [
      "O'Hara & Söhne – 株式会社 🎉 <büro@bücher.example>",
      { email: 'büro@bücher.example', name: "O'Hara & Söhne – 株式会社 🎉" },
    ],
    ['=?utf-8?q?Ada?= <ada@example.com>', { email: 'ada@example.com', name: '=?utf-8?q?Ada?=' }],
    ['"john doe"@example.com', { email: '"john doe"@example.com' }],
    ['John <"john <doe>"@example.com>', { email: '"john <doe>"@example.com', name: 'John' }],
    ["o'hara+shop/1@example.com", { email: "o'hara+shop/1@example.com" }],
    ['postmaster@[192.0.2.1]', { email: 'postmaster@[192.0.2.1]' }],
  ])('%s', (text, address) => {
    expect(parse(text)).toEqual(address)
  })

  const oneAddress = 'must be one address, such as "Ada Lovelace <ada@example.com>"'
  test.each([
    ['', 'is an empty string, not an address'],
    ['   ', 'is an empty string, not an address'],
    ['Ada', oneAddress],
    ['Ada Lovelace', oneAddress],
    ['ada@', oneAddress],
    ['@example.com', oneAddress],
    ['ada@b@example.com', `${oneAddress}; several go into an array`],
    ['Ada <ada>', oneAddress],
    ['Ada <>', oneAddress],
    ['Ada <ada@example.com', oneAddress],
    ['Ada <ada@example.com> Lovelace', `${oneAddress}; several go into an array`],
    ['Ada <ada @example.com>', oneAddress],
    ['ada@example.com, bob@example.com', `${oneAddress}; several go into an array`],
    ['ada@example.com; Bob <bob@example.com>', `${oneAddress}; several go into an array`],
    ['Ada <ada@example.com>, Bob <bob@example.com>', `${oneAddress}; several go into an array`],
    [
      'Lovelace, Ada <ada@example.com>',
      'has a name with a special character, such as a comma: put the name in double quotes',
    ],
    [
      'Ada (Shop) <ada@example.com>',
      'has a name with a special character, such as a comma: put the name in double quotes',
    ],
    [
      'ada@example.com <ada@example.com>',
      'has a name with a special character, such as a comma: put the name in double quotes',
    ],
    ['"Ada <ada@example.com>', 'has a quotation mark that is not closed'],
    ['Ada\r\nBcc: bob@example.com <ada@example.com>', 'has a line break or another control character'],
    ['"Ada\nLovelace" <ada@example.com>', 'has a line break or another control character'],
    ['ada@example.com\u0000', 'has a line break or another control character'],
  ])('%j is refused', (text, why) => {
    const refused = () => {
      try {
        return parse(text)
      } catch (error) {
        return error
      }
    }
    expect(refused()).toBeInstanceOf(PostsealError)
    expect(refused()).toMatchObject({ message: `to ${why}.` })
  })

  /** Quotes a name as in RFC 5322, which allows any character. */
  const quoted = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`
  const name = fc
    .string({ unit: 'binary', minLength: 1 })

    .map((text) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, '').trim())
    .filter((text) => text !== '')
  const atom = fc.stringMatching(/^[\p{L}\d!#$%&'*+/=?^_`{|}~-]{1,12}$/u)
  const local = fc.oneof(
    fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join('.')),
    name.map(quoted),
  )
  const domain = fc.array(fc.stringMatching(/^[\p{L}\d]{1,9}$/u), { minLength: 1, maxLength: 3 })
  const email = fc.tuple(local, domain).map(([before, after]) => `${before}@${after.join('.')}`)

  test('comes back whatever its name and its address are', () => {
    fc.assert(
      fc.property(name, email, (name, email) => {
        expect(parse(`${quoted(name)} <${email}>`)).toEqual({ name, email })
        expect(parse(` ${quoted(name)}<${email}> `)).toEqual({ name, email })
        expect(parse(email)).toEqual({ email })
        expect(parse(`<${email}>`)).toEqual({ email })
      }),
    )
  })

  test('whose name has nothing special comes back without quotes', () => {
    const plain = /^[^\s()<>[\]:;@\\,"\p{Cc}\p{Cs}\u2028\u2029]+$/u
    const word = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => plain.test(text))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), email, (words, email) => {
        expect(parse(`${words.join(' ')} <${email}>`)).toEqual({ name: words.join(' '), email })
      }),
    )
  })

  test('whatever the text is, it is an address without anything that could begin a header, or a sentence', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('"', '\\', '<', '>', '@', ',', ' ', 'a', '\n', '(', '.'))
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        try {
          const { email, name = '' } = parse(text)
          expect(email).toMatch(/^.+@.+$/u)
          expect(email + name).not.toMatch(/[\r\n\0]/)
        } catch (error) {
          expect(error).toBeInstanceOf(PostsealError)
          expect((error as Error).message).toMatch(/^to (is|has|must) .*\.$/)
        }
      }),
    )
  })

  test('is read at once, however long it is', () => {
    // With quadratic run time, parsing would take minutes.
    for (const unit of ['"a', '\\"', 'a ', '<', '@', '"a" ', 'a.', '"\\']) {
      expect(() => parse(`${unit.repeat(200_000)} <`)).toThrow(PostsealError)
    }
  })
})

describe('a message', () => {
  const { from_email: _, ...rest } = letter

  async function sent(message: unknown): Promise<unknown> {
    const { client, seen } = clientOf([json({ id: 'msg_1' }, 202)])
    const body = structuredClone(message) as SendMessageRequest
    await client.messages.send(body)
    expect(body).toEqual(message)
    return seen[0]?.body
  }

  test('may have its sender in one field', async () => {
    expect(await sent({ ...rest, from: 'Shop <no-reply@shop.example>' })).toEqual({
      ...letter,
      from_email: 'no-reply@shop.example',
      from_name: 'Shop',
    })
    expect(await sent({ ...rest, from: 'no-reply@shop.example' })).toEqual(letter)
    expect(await sent({ ...rest, from: { email: 'no-reply@shop.example', name: 'Shop' } })).toEqual({
      ...letter,
      from_name: 'Shop',
    })
  })

  test('may name one recipient or many, as text or in their parts', async () => {
    const ada = { email: 'ada@example.com', name: 'Ada' }
    const bob = { email: 'bob@example.com' }
    const message = {
      ...letter,
      to: 'Ada <ada@example.com>',
      cc: ['bob@example.com', ada],
      bcc: bob,
      reply_to: ['"Support, Shop" <help@shop.example>'],
    }
    expect(await sent(message)).toEqual({
      ...letter,
      to: [ada],
      cc: [bob, ada],
      bcc: [bob],
      reply_to: [{ email: 'help@shop.example', name: 'Support, Shop' }],
    })
  })

  test('of a batch may, too, be it from a template', async () => {
    const { client, seen } = clientOf([json({ data: [], accepted: 2, rejected: 0 })])
    const reference = { template_id: 'tpl_1', variables: {} }
    const template = { template: reference, project_id: 'prj_1', to: 'Ada <ada@example.com>' }
    await client.messages.sendBatch({
      items: [
        { idempotency_key: 'a', message: { ...rest, from: 'Shop <a@shop.example>', to: 'ada@example.com' } },
        { idempotency_key: 'b', template },
      ],
    })
    expect(seen[0]?.body).toEqual({
      items: [
        {
          idempotency_key: 'a',
          message: { ...letter, from_email: 'a@shop.example', from_name: 'Shop' },
        },
        { idempotency_key: 'b', template: { ...template, to: [{ email: 'ada@example.com', name: 'Ada' }] } },
      ],
    })
  })

  test('is the same bytes in all attempts', async () => {
    skipWaits()
    const bodies: unknown[] = []
    const turns = [disconnect, json({ id: 'msg_1' }, 202)]
    const fetch = async (_: string, init: RequestInit = {}) => {
      bodies.push(init.body)
      return (turns[bodies.length - 1] as () => Response)()
    }
    const { client } = clientOf([], { fetch })
    await client.messages.send({ ...rest, from: 'Shop <no-reply@shop.example>', to: 'ada@example.com' })
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toBe(bodies[0])
  })

  test.each([
    [
      { ...letter, from: 'a@shop.example' },
      'body names the sender twice: give from, or from_email and from_name.',
    ],
    [{ ...rest, from: 'a@shop.example', from_name: 'Shop' }, 'body names the sender twice: '],
    [{ ...rest, from: 42 }, 'body.from must be an address, not a number.'],
    [{ ...rest, from: 'Shop' }, 'body.from must be one address, such as'],
    [{ ...letter, to: 'Ada' }, 'body.to must be one address'],
    [{ ...letter, to: ['ada@example.com', 'Ada'] }, 'body.to[1] must be one address'],
    [{ ...letter, reply_to: '' }, 'body.reply_to is an empty string, not an address.'],
  ])('%# that cannot be meant is refused with its place', async (message, sentence) => {
    const { client, seen } = clientOf([json({})])
    const call = client.messages.send(message as SendMessageRequest)
    await expect(call).rejects.toBeInstanceOf(PostsealError)
    await expect(call).rejects.toThrow(`messages.send(body): ${sentence}`)
    // A string that is no address is for the service to reject: test/sdk/resources/batch.test.ts.
    if (!/one address|empty string/.test(sentence)) {
      const batch = client.messages.sendBatch({
        items: [{ message: letter }, { message: message as SendMessageRequest }],
      })
      await expect(batch).rejects.toThrow(
        `messages.sendBatch(body): ${sentence.replace('body', 'body.items[1].message')}`,
      )
    }
    expect(seen).toHaveLength(0)
  })

  test('has types for all of that, and for a sender once', () => {
    const types = (): SendMessageRequest[] => [
      { ...rest, from: 'a@shop.example', to: 'b@example.com', scheduled_at: new Date() },
      { ...rest, from: { email: 'a@shop.example' }, to: ['b@example.com', { email: 'c@example.com' }] },
      { ...letter, from_name: 'Shop' },
      // @ts-expect-error A sender is needed.
      rest,
      // @ts-expect-error Two senders are too many.
      { ...letter, from: 'a@shop.example' },
    ]
    expect(types).toBeTypeOf('function')
  })
})
