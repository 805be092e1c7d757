import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LineEnds } from '../../../../server/product/inbound/smtp/line-ends.js'
import { dsnVectors } from '../../../vectors/dsn.js'
import { talk } from '../../../support/mail-servers/smtp-talk.js'
import { useRig } from '../support.js'
import { runs } from '../../../support/run/sampled.js'

const rig = useRig()

/** Bytes that one server or another has taken for the end of data. */
const ends = ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r\n', '\r.\r', '\r\n.\r', '\r\n.\r\r\n', '\n.\r', '\r.\n']

test.each(ends)(
  '%j does not end a message, and what stands behind it is not read as commands',
  async (end) => {
    const [first, smuggled] = [await rig.delivered(), await rig.delivered()]
    const forged = dsnVectors[0]?.raw(smuggled.address, smuggled.log.recipient).replace(/\n/g, '\r\n') ?? ''
    const own = dsnVectors[0]?.raw(first.address, first.log.recipient).replace(/\n/g, '\r\n') ?? ''
    const client = await talk(rig.port)
    expect(await client.begin('', first.address)).toMatch(/^354 /)
    const commands = `MAIL FROM:<>\r\nRCPT TO:<${smuggled.address}>\r\nDATA\r\n`
    client.write(`${own}${end}${commands}${forged}\r\n.\r\nNOOP\r\nQUIT\r\n`)
    expect(await client.reply()).toMatch(/^550 5\.6\.0 /)
    // Nothing more is said: the connection ends.
    expect(await client.reply()).toBeUndefined()
    expect(await rig.logOf(first)).toEqual(first.log)
    expect(await rig.logOf(smuggled)).toEqual(smuggled.log)
  },
)

test('a dot on a line of its own comes stuffed, and a message may end behind it', async () => {
  const delivered = await rig.delivered()
  const raw = dsnVectors[0]?.raw(delivered.address, delivered.log.recipient).replace(/\n/g, '\r\n') ?? ''
  const client = await talk(rig.port)
  await client.begin('', delivered.address)
  client.write(`${raw}\r\n..\r\n`)
  client.write('.\r\n')
  expect(await client.reply()).toMatch(/^250 /)
  expect(await client.say('NOOP')).toMatch(/^250 /)
  client.end()
  expect((await rig.logOf(delivered)).status).toBe('bounced')
})

describe('line ends', () => {
  const smuggles = (text: string, cuts: readonly number[] = []): boolean => {
    const lineEnds = new LineEnds()
    let from = 0
    for (const cut of [...cuts, text.length]) {
      lineEnds.push(Buffer.from(text.slice(from, cut), 'latin1'))
      from = Math.max(from, cut)
    }
    return lineEnds.smuggling
  }

  test('a bare end beside a lone dot is found wherever the chunks are cut', () => {
    const piece = fc.constantFrom('.', '\r', '\n', '\r\n', 'a', '..', '\r\n.\r\n')
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(60), { maxLength: 5 }),
        (pieces, cuts) => {
          const text = pieces.join('')
          const lines = text.split(/(\r\n|\r(?=[^])|\n)/)
          const expected = lines.some((line, at) => {
            const [before, after] = [at === 0 ? '\r\n' : lines[at - 1], lines[at + 1]]
            return line === '.' && after !== undefined && (before !== '\r\n' || after !== '\r\n')
          })
          expect(
            smuggles(
              text,
              cuts.sort((a, b) => a - b),
            ),
          ).toBe(expected)
        },
      ),
      { numRuns: runs(2000) },
    )
  })

  test('bare ends elsewhere are let be: old servers write them', () => {
    expect(smuggles('a\nb\rc\r\n..\n...\n. \n')).toBe(false)
  })
})
