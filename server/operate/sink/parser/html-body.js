import { Parser } from 'htmlparser2'

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

/** Guesses if the browser would load images from other servers. The guess is true too often rather than too rarely. */
export function hasRemoteImages(html) {
  return /(?:\b(?:src|srcset|background|poster)\s*=|\burl\()["'\s]{0,20}(?:https?:)?\/\//i.test(html)
}

/** Elements whose text no reader sees. */
const hidden = new Set(['style', 'script', 'title'])

/**
 * The approximate visible text of HTML, for the search: without tags, styles and comments.
 *
 * @param {string} html
 * @param {number} length stops after this many characters without white space; the result has max four times as many
 */
export function roughText(html, length) {
  let text = ''
  let kept = 0
  let within
  const parser = new Parser({
    onopentagname: (name) => {
      text += ' '
      if (hidden.has(name)) within ??= name
    },
    onclosetag: (name) => {
      text += ' '
      if (within === name) within = undefined
    },
    ontext: (piece) => {
      if (within !== undefined) return
      text += piece
      kept += piece.trim().length
    },
  })
  for (let at = 0; at < html.length && kept < length; at += length) parser.write(html.slice(at, at + length))
  return text.slice(0, length * 4)
}
