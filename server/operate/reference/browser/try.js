// Sends the request of the page's operation to this service, with the key of a test project that the reader gives.
import { forgetIds, known, remember } from './ids.js'

/** The service's root, whatever path a proxy has it under: this module is at docs/<version>/. */
const root = new URL('../../', import.meta.url)
const keyName = 'postseal-docs-test-key'
/** Characters of a reply that are shown. */
const shownMax = 100_000
/** Milliseconds that a reply may take. Events are followed for up to 30 seconds. */
const timeoutMs = 45_000

const form = document.querySelector('.try form')
if (form !== null) start()

function start() {
  const { key, project, forget, stop } = form.elements
  form.closest('.try').hidden = false
  key.value = stored(keyName) ?? ''
  fill()
  forget.hidden = key.value === ''
  project.addEventListener('change', () => {
    remember(project.value)
    fill()
  })
  forget.addEventListener('click', () => {
    // The console keeps what is its own there, too.
    sessionStorage.removeItem(keyName)
    forgetIds()
    key.value = ''
    project.value = ''
    forget.hidden = true
    key.focus()
  })
  let running
  stop.addEventListener('click', () => running?.abort())
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (running !== undefined) return
    running = new AbortController()
    const submit = form.querySelector('[type=submit]')
    submit.setAttribute('aria-disabled', 'true')
    stop.hidden = false
    try {
      await send(running.signal)
    } finally {
      running = undefined
      submit.removeAttribute('aria-disabled')
      stop.hidden = true
      forget.hidden = stored(keyName) === null
    }
  })
}

/** Puts the ids that are known of this tab's replies in place of those of the examples. */
function fill() {
  const { project } = form.elements
  project.value ||= known('prj_') ?? ''
  for (const field of form.elements) {
    if (!/^(path:|body$)/.test(field.name)) continue
    field.value = field.value.replace(
      /\b([a-z]{2,4}_)[0-9a-hjkmnp-tv-z]{26}\b/g,
      (id, prefix) => known(prefix) ?? id,
    )
  }
}

async function send(signal) {
  const key = form.elements.key.value.trim()
  if (!/^pk_test_\S+$/.test(key)) {
    const live = /^(pk_live_|wk_)/.test(key)
    return tell(
      'bad',
      live
        ? 'Only keys of test projects are taken here. This key reaches real people: keep it on a server.'
        : 'The key of a test project begins with pk_test_.',
    )
  }
  store(keyName, key)
  remember(form.elements.project.value)
  const { address, init } = request()
  if (init.body !== undefined) {
    try {
      JSON.parse(init.body)
    } catch (error) {
      return tell('bad', `The body is not JSON: ${error.message}`)
    }
  }
  tell('', `${init.method} ${address.pathname}${address.search} …`)
  const began = performance.now()
  try {
    const reply = await fetch(address, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${key}` },
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await reply.text()
    const ms = Math.round(performance.now() - began)
    const id = reply.headers.get('Request-Id') ?? 'without a Request-Id'
    tell(reply.ok ? 'good' : 'bad', `${reply.status} ${reply.statusText} in ${ms} ms, ${id}`, pretty(text))
    if (reply.ok) remember(text)
  } catch (error) {
    if (signal.aborted) tell('', 'Stopped.')
    else if (error.name === 'TimeoutError') tell('bad', 'The service has not answered within 45 seconds.')
    else tell('bad', 'The service did not answer. Is it running?')
  }
}

/** The request as the fields have it. Empty fields are left out. */
function request() {
  const { method, path } = form.dataset
  const values = (kind) =>
    [...form.elements]
      .filter(({ name, value }) => name.startsWith(kind) && value.trim() !== '')
      .map(({ name, value }) => [name.slice(kind.length), value.trim()])
  const filled = values('path:').reduce(
    (at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const address = new URL(filled.slice(1), root)
  address.search = new URLSearchParams(values('query:')).toString()
  const body = form.elements.body?.value
  return {
    address,
    init: { method, body, headers: body === undefined ? {} : { 'Content-Type': 'application/json' } },
  }
}

function pretty(text) {
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // It is shown as it is.
  }
  return shown.length <= shownMax
    ? shown
    : `${shown.slice(0, shownMax)}\n… ${shown.length - shownMax} more characters`
}

function tell(kind, line, text = '') {
  const outcome = form.parentElement.querySelector('.outcome')
  const paragraph = document.createElement('p')
  paragraph.className = kind
  paragraph.textContent = line
  outcome.replaceChildren(paragraph)
  if (text === '') return
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.setAttribute('role', 'region')
  pre.setAttribute('aria-label', 'Reply of the service')
  pre.textContent = text
  outcome.append(pre)
}

// A browser may forbid a page to keep anything: then the reader gives the key on each page.
function stored(name) {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function store(name, value) {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // It is asked for again.
  }
}
