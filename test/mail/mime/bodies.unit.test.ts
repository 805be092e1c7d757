import { describe, expect, test } from 'vitest'
import { readText } from './read.js'

test.each([
  'text/html, charset=iso-8859-15',
  '"text/html"; charset=iso-8859-15',
  "'text/html';charset=iso-8859-15",
  '"text/html; charset=iso-8859-15"',
  'text/html charset="iso-8859-15"',
  'text/html: charset=iso-8859-15',
  'Text/HTML (rich); charset=iso-8859-15',
])('Content-Type: %s is HTML', async (type) => {
  expect(await readText(`Content-Type: ${type}\r\n\r\n<p>\xa4</p>`)).toMatchObject({
    text: null,
    html: '<p>€</p>',
  })
})

test('a multipart with a comma has its parts', async () => {
  const mail = await readText(
    'Content-Type: multipart/mixed, boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b--\r\n',
  )
  expect(mail.text).toBe('Hello')
})

describe('which parts are for reading', () => {
  const part = (type: string, body: string, ...more: readonly string[]) => [
    `Content-Type: ${type}`,
    ...more,
    '',
    body,
  ]
  const inline = (name: string) => `Content-Disposition: inline; filename="${name}"`
  const named = (name: string, body: string) => part(`text/plain; name="${name}"`, body)
  const html = part('text/html; name="message.html"', '<p>body</p>')
  const attached = part('text/plain', 'file', 'Content-Disposition: attachment; filename=a.txt')
  const pdf = part('application/pdf; name=a.pdf', 'x')

  test.for([
    ['mixed', [html], null, '<p>body</p>', 0],
    ['mixed', [part('text/html', '<p>body</p>', inline('a.html')), pdf], null, '<p>body</p>', 1],
    ['mixed', [named('a.txt', 'body'), html], 'body', '<p>body</p>', 0],
    ['mixed', [named('a.txt', 'body'), attached], 'body', null, 1],
    ['mixed', [part('text/plain', 'body'), html], 'body', null, 1],
    ['mixed', [attached], null, null, 1],
    ['mixed', [pdf, named('a.txt', 'body')], 'body', null, 1],
    ['alternative', [named('a.txt', 'body'), html], 'body', '<p>body</p>', 0],
    ['related', [html, part('image/png; name=a.png', 'x')], null, '<p>body</p>', 1],
    ['related', [part('image/png; name=a.png', 'x'), html], null, '<p>body</p>', 1],
    ['mixed', [part('text/markdown', '# body'), pdf], '# body', null, 1],
    ['mixed', [part('text/markdown; name=a.md', '# body')], null, null, 1],
    [
      'alternative',
      [part('text/markdown', '# body'), part('text/html', '<p>body</p>')],
      null,
      '<p>body</p>',
      1,
    ],
    ['mixed', [part('text/calendar', 'BEGIN:VCALENDAR')], null, null, 1],
  ] as const)('%s of %j', async ([subtype, parts, text, body, files]) => {
    const lines = parts.flatMap((inner) => ['--b', ...inner])
    const mail = await readText(
      [`Content-Type: multipart/${subtype}; boundary=b`, '', ...lines, '--b--', ''].join('\r\n'),
    )
    expect({ text: mail.text, html: mail.html, files: mail.attachments.length }).toEqual({
      text,
      html: body,
      files,
    })
  })

  test('Markdown alone is the text', async () => {
    expect((await readText('Content-Type: text/markdown\r\n\r\n# Hello')).text).toBe('# Hello')
  })
})
