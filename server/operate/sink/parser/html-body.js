// The parsing process's operations on HTML. Their running time depends only on the length of the text.

/**
 * The HTML body of a message for its frame: references to inline images (`cid:`, RFC 2392) become addresses of
 * attachments, relative to the address of the body, and links open in a new tab.
 *
 * @param {string} html
 * @param {ReadonlyMap<string | undefined, number>} indexes the attachments' indexes by content id
 */
export function bodyForFrame(html, indexes) {
  const linked = html
    .replace(/\bcid:([^'"\s<>)]{1,256})/gi, (reference, id) => {
      const index = indexes.get(id) ?? indexes.get(unescaped(id))
      return index === undefined ? reference : `attachments/${index}`
    })
    // The frame cannot navigate, so a link that targets the frame would do nothing.
    .replace(/<(?:a|area)\s[^<>]*>/gi, (tag) =>
      tag.replace(/\btarget\s*=\s*(["']?)_(?:self|top|parent)\b\1/gi, ''),
    )
  // A tag ahead of the document type would put the browser into quirks mode.
  const [type = ''] = /^\s*<!doctype[^>]{0,500}>/i.exec(linked) ?? []
  return `${type}<base target="_blank">${linked.slice(type.length)}`
}

function unescaped(id) {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Whether the browser would load images from other servers. A guess that is true too often rather than too rarely. */
export function hasRemoteImages(html) {
  return /(?:\b(?:src|srcset|background|poster)\s*=|\burl\()["'\s]{0,20}(?:https?:)?\/\//i.test(html)
}

/**
 * The approximate visible text of HTML, for the search: without tags, styles and comments.
 *
 * @param {string} html
 * @param {number} length stops after this many characters without white space; the result has max four times as many
 */
export function roughText(html, length) {
  const text = []
  let kept = 0
  let at = 0
  while (at < html.length && kept < length) {
    const tag = html.indexOf('<', at)
    const piece = html.slice(at, tag === -1 ? html.length : tag)
    text.push(piece)
    kept += piece.trim().length
    if (tag === -1) break
    at = endOfTag(html, tag)
    text.push(' ')
  }
  return withoutEntities(text.join('').slice(0, length * 4))
}

function endOfTag(html, tag) {
  const hidden = /^<(?:(!--)|(style|script|title)\b)/i.exec(html.slice(tag, tag + 10))
  const closing = hidden === null ? '>' : hidden[1] !== undefined ? '-->' : `</${hidden[2].toLowerCase()}`
  // Finds `</style` in upper or lower case. A document has few of these tags.
  const end = hidden?.[2] === undefined ? html.indexOf(closing, tag) : indexOfInsensitive(html, closing, tag)
  if (end === -1) return html.length
  return hidden?.[2] === undefined ? end + closing.length : nextAfter(html, '>', end)
}

function nextAfter(html, character, from) {
  const at = html.indexOf(character, from)
  return at === -1 ? html.length : at + 1
}

function indexOfInsensitive(html, text, from) {
  const pattern = new RegExp(text, 'gi')
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? -1
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '', zwnj: '' }

function withoutEntities(text) {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? entity
    const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
