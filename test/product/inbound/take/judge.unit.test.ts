import { describe, expect, test } from 'vitest'
import { notChecked } from '../../../../server/mail/authentication/authenticate.js'
import type { InboundAuth, ParsedMail } from '../../../../server/mail/mime/parsed-mail.js'
import type { Parsed } from '../../../../server/product/inbound/parsing/jobs.js'
import { keepingRoutes, refuseLoop, requireDmarc } from '../../../../server/product/inbound/take/judge.js'

const parsed = (mail: Partial<ParsedMail> = {}, dmarc?: InboundAuth['dmarc']['result']): Parsed => ({
  mail: {
    ...{ from: [{ email: 'ada@example.com', name: null }], to: [], cc: [], replyTo: [], subject: '' },
    ...{ messageId: null, date: null, headers: [], text: null, html: null, replyText: null },
    ...{ attachments: [], truncated: false, automatic: 'none', references: [], hops: { all: 0, own: 0 } },
    ...mail,
  },
  auth: dmarc === undefined ? notChecked : { ...notChecked, dmarc: { ...notChecked.dmarc, result: dmarc } },
})
const unreadable: Parsed = { unreadable: true }

test.each([
  [30, 2, undefined],
  [31, 0, 554],
  [3, 3, 554],
])('%i hops, %i of them here: %s', (all, own, code) => {
  const judge = () => refuseLoop(parsed({ hops: { all, own } }))
  if (code === undefined) expect(judge).not.toThrow()
  else expect(judge).toThrow(expect.objectContaining({ responseCode: code }))
})

describe('a route that asks for DMARC', () => {
  test.each([
    ['pass', undefined],
    ['not_checked', undefined],
    ['none', 550],
    ['fail', 550],
    ['permerror', 550],
    ['temperror', 451],
  ] as const)('%s: %s', (result, code) => {
    const judge = () => requireDmarc(parsed({}, result))
    if (code === undefined) expect(judge).not.toThrow()
    else expect(judge).toThrow(expect.objectContaining({ responseCode: code }))
  })

  test('refuses what could not be parsed', () => {
    expect(() => requireDmarc(unreadable)).toThrow(expect.objectContaining({ responseCode: 550 }))
  })
})

describe('the routes that keep a message', () => {
  const [open, blocking] = [
    { automatic: 'keep' as const, block: [] },
    { automatic: 'keep' as const, block: ['@example.com'] },
  ]
  const dropping = { automatic: 'drop' as const, block: [] }

  test('are those that do not block its sender', () => {
    expect(keepingRoutes({ parsed: parsed(), sender: 'x@other.example' }, [open, blocking])).toEqual([open])
    const refused = () => keepingRoutes({ parsed: parsed(), sender: 'x@other.example' }, [blocking])
    expect(refused).toThrow(expect.objectContaining({ responseCode: 550 }))
  })

  test('are not those that drop automatic mail', () => {
    const automatic = parsed({ automatic: 'auto_reply' })
    expect(keepingRoutes({ parsed: automatic, sender: 'x@other.example' }, [open, dropping])).toEqual([open])
    expect(keepingRoutes({ parsed: parsed(), sender: 'x@other.example' }, [dropping])).toEqual([dropping])
  })

  test('keep what could not be parsed, and know a bounce by its envelope', () => {
    expect(
      keepingRoutes({ parsed: unreadable, sender: 'x@other.example' }, [blocking, dropping]),
    ).toHaveLength(2)
    expect(keepingRoutes({ parsed: unreadable, sender: '' }, [dropping])).toEqual([])
  })
})
