// The process that parses mail. It holds nothing but the requested mail, so that a message which makes the parser run
// for ever or run out of memory costs only this process. ./parser.ts then ends this process and starts another. This
// file is plain JavaScript, because it is started by its path: from the source in tests, and from the build.

import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { simpleParser } from 'mailparser'
import { bodyForFrame, hasRemoteImages, roughText } from './html-body.js'

/** The max size of a result, in bytes: the service keeps a result in memory while it sends it. */
const maxResultBytes = 40 * 1024 * 1024
/** The page's limits for one message, so that a hostile message cannot make a page that no browser can draw. */
const most = { headers: 500, valueLength: 4_000, textLength: 256 * 1024, attachments: 500 }
/** The max length of HTML that is converted to text, in characters: the time for that grows faster than the length. */
const maxHtmlToText = 128 * 1024
/** The length of the text that is kept of each message for the search, in characters. */
const searchedLength = 5_000
/**
 * The watchdog ends the process if a job takes longer than this, in seconds. The service ends it sooner. An
 * argument replaces it.
 */
const watchdogSeconds = Number(process.argv[2] ?? 90)

const options = { keepCidLinks: true, skipImageLinks: true, skipTextToHtml: true, skipHtmlToText: true }

/**
 * Makes the result of each kind of job from a parsed mail; ./jobs.ts has the types of the results.
 *
 * @type {Record<string, (mail: import('mailparser').ParsedMail, job: any) => unknown>}
 */
const kinds = {
  summary: summaryOf,
  view: (mail) => ({ summary: summaryOf(mail), json: bounded(Buffer.from(JSON.stringify(viewOf(mail)))) }),
  page: pageOf,
  html: (mail) => {
    const html = htmlOf(mail)
    if (html === null) return null
    const indexes = new Map(mail.attachments.map(({ cid }, index) => [cid, index]))
    return bounded(Buffer.from(bodyForFrame(html, indexes)))
  },
  attachment: (mail, { index }) => {
    const found = mail.attachments[index]
    return found
      ? { filename: found.filename ?? null, contentType: found.contentType, content: found.content }
      : null
  },
}

/** The last parsed mail: a frame requests the images of one mail one after the other. */
let last = { path: '', start: 0, mail: undefined }

async function perform(job) {
  const { path, start } = job.place
  if (last.path !== path || last.start !== start) {
    last = { path: '', start: 0, mail: undefined }
    last = { path, start, mail: await parse(await rawOf(job.place)) }
  }
  return kinds[job.kind](last.mail, job)
}

/** Reads the bytes of a message, a range of a file. */
async function rawOf({ path, start, size }) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function parse(raw) {
  const mail = await simpleParser(raw, options)
  // The parser returns an empty text for a message with only HTML.
  if (!mail.text && typeof mail.html === 'string') mail.text = undefined
  return mail
}

function bounded(bytes) {
  if (bytes.length > maxResultBytes) throw new Error('it is too large to be shown')
  return bytes
}

function htmlOf(mail) {
  return typeof mail.html === 'string' ? mail.html : null
}

function summaryOf(mail) {
  const headers = headersOf(mail)
  const [from, to, cc] = ['from', 'to', 'cc'].map((name) => [headers[name] ?? []].flat().join(', '))
  const text = mail.text ?? roughText(htmlOf(mail) ?? '', searchedLength)
  return {
    subject: cut(mail.subject ?? '', most.valueLength),
    from: cut(from, most.valueLength),
    to: cut(`${to}${cc && `, ${cc}`}`, most.valueLength),
    attachments: mail.attachments.length,
    text: text.slice(0, searchedLength).replace(/\s+/g, ' ').toLowerCase(),
    unreadable: null,
  }
}

/** A message as JSON clients see it, without the members that the service knows without parsing the message. */
function viewOf(mail) {
  return {
    subject: mail.subject ?? null,
    headers: headersOf(mail),
    text: mail.text ?? null,
    html: htmlOf(mail),
    attachments: mail.attachments.map(viewAttachment),
  }
}

async function pageOf(mail, { tab }) {
  const html = htmlOf(mail)
  const rows = Object.entries(headersOf(mail)).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  )
  const shown = { text: null, fromHtml: false, cut: false }
  if (tab === 'text' || html === null) {
    const text = mail.text ?? (html === null ? null : await textOfHtml(html.slice(0, maxHtmlToText)))
    shown.text = text === null ? null : text.slice(0, most.textLength)
    shown.fromHtml = mail.text === undefined && html !== null
    shown.cut = (text?.length ?? 0) > most.textLength || (shown.fromHtml && html.length > maxHtmlToText)
  }
  return {
    summary: summaryOf(mail),
    headers: rows
      .slice(0, most.headers)
      .map(([name, value]) => [cut(name, 200), cut(value, most.valueLength)]),
    headersLeftOut: Math.max(0, rows.length - most.headers),
    hasHtml: html !== null,
    hasRemoteImages: html !== null && hasRemoteImages(html),
    ...shown,
    attachments: mail.attachments.slice(0, most.attachments).map(viewAttachment),
    attachmentsLeftOut: Math.max(0, mail.attachments.length - most.attachments),
  }
}

/** Converts HTML to text. The parser does that only for the body of a message, so this function builds a message. */
async function textOfHtml(html) {
  const message = Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)
  try {
    const { text } = await simpleParser(message, { ...options, skipHtmlToText: false })
    return text ?? null
  } catch {
    // The parser fails on thousands of nested tags.
    return roughText(html, most.textLength)
  }
}

function viewAttachment({ filename, contentType, size, contentId }) {
  return {
    filename: filename ?? null,
    content_type: contentType,
    size,
    content_id: contentId ?? null,
  }
}

/**
 * The header fields as the sender wrote them, so that a test can compare them. Only a field with encoded words (RFC
 * 2047) has the value that the parser decoded, because decoding by hand is tedious.
 */
function headersOf(mail) {
  const values = new Map()
  for (const { key, line } of mail.headerLines ?? []) {
    // The parser returns a line as a string with one character for each byte. A field may hold UTF-8 (RFC 6532).
    const text = Buffer.from(line, 'latin1').toString('utf8')
    const value = text.slice(text.indexOf(':') + 1).replace(/\r?\n(?=[ \t])/g, '')
    const all = values.get(key)
    if (all === undefined) values.set(key, [value.trim()])
    else all.push(value.trim())
  }
  const entries = [...values].map(([name, all]) => {
    const [only] = all
    if (only === undefined || all.length > 1) return [name, all]
    return [name, only.includes('=?') ? (decoded(mail.headers.get(name)) ?? only) : only]
  })
  return Object.fromEntries(entries)
}

function decoded(value) {
  if (typeof value === 'string') return value
  return typeof value?.text === 'string' ? value.value.map(addressText).join(', ') : undefined
}

/** An address as headers have it, in any language. Names are quoted, so that no name looks like another address. */
function addressText({ name, address, group }) {
  const quoted = name === '' ? '' : `"${name.replace(/["\\]/g, '\\$&')}"`
  if (group !== undefined) return `${quoted}: ${group.map(addressText).join(', ')};`
  return quoted === '' ? (address ?? '') : `${quoted} <${address ?? ''}>`
}

function cut(text, length) {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/**
 * Ends this process if a job takes too long. The service does that sooner, unless the service was killed in the
 * meantime. The watchdog is a thread, because the parser may block this one. It counts its own seconds, of which there
 * are none while the machine is paused.
 */
const idle = -1
const seconds = new Int32Array(new SharedArrayBuffer(4)).fill(idle)
const watchdog = new Worker(
  `const { workerData: { seconds, limit, idle } } = require('node:worker_threads')
  setInterval(() => {
    if (Atomics.load(seconds, 0) !== idle && Atomics.add(seconds, 0, 1) >= limit) process.kill(process.pid, 'SIGKILL')
  }, 1000)`,
  { eval: true, workerData: { seconds, limit: watchdogSeconds, idle } },
)
watchdog.unref()

process.on('message', (job) => {
  Atomics.store(seconds, 0, 0)
  perform(job)
    .then(
      (result) => ({ result }),
      (error) => ({
        error: error instanceof Error ? error.message : String(error),
        missing: error?.code === 'ENOENT',
      }),
    )
    .then((answer) => process.send(answer))
    .finally(() => Atomics.store(seconds, 0, idle))
})
// The service has ended.
process.on('disconnect', () => process.exit())
process.send({ ready: true })
