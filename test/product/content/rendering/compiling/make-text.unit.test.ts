import { expect, test } from 'vitest'
import { textFrom } from '../../../../../server/product/content/rendering/compiling/make-text.js'

test.each([
  ['behind the document', '<html><body><p>Hi</p></body></html>\nLeave here', 'Hi\n\nLeave here'],
  ['behind the body', '<head><title>T</title></head><body>Hi</body> more', 'Hi more'],
  ['before the document', 'before <html><body>Hi</body></html>', 'before Hi'],
  ['in a head that is never closed', '<html><head><title>T</title><body>Hi</body></html>', 'Hi'],
  ['without a body', '<p>a</p>', 'a'],
])('text %s is in the text', (_name, html, text) => {
  expect(textFrom(html)).toBe(text)
})

test('what no reader shows stays out, wherever it stands', () => {
  const unseen =
    '<!-- c --><![if !mso]><title>t</title><style>p { color: red }</style><script>1</script><template>x</template>'
  expect(textFrom(`${unseen}<html><head>${unseen}</head><body>${unseen}Hi</body></html>${unseen}`)).toBe('Hi')
})

test('earlier editions keep their bytes', () => {
  const html = '<body>Hi</body></html> more'
  expect([textFrom(html, 1), textFrom(html, 2), textFrom(html, 3)]).toEqual(['Hi', 'Hi', 'Hi more'])
})
