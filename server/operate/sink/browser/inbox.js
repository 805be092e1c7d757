// Keeps the inbox up to date, handles keyboard shortcuts, avoids reloads, and shows times in the reader's time zone.
// The page works without this script.

const base = document.body.dataset.base
const page = `${base}/`

// --- Times ---

const short = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })

/** Shows the times within `root` in the reader's time zone; their tooltips keep UTC. */
function localizeTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    const date = new Date(time.dateTime)
    const isToday = date.toDateString() === new Date().toDateString()
    time.title = `${time.dateTime.slice(0, 19).replace('T', ' ')} UTC`
    time.textContent = (time.classList.contains('long') ? long : isToday ? clock : short).format(date)
  }
}

// --- Pages without reloads ---

/** Counts the requests, so that a late reply does not replace a newer one. */
let asked = 0

/** Replaces the content of this page with the content at another of its addresses. */
async function visit(url, options = {}) {
  const number = (asked += 1)
  let reply
  try {
    reply = await fetch(url, options.request)
  } catch {
    // The service is unreachable: the browser's own error page explains that best.
    location.assign(url)
    return
  }
  const text = await reply.text()
  if (number !== asked) return
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  const main = fresh.querySelector('main')
  if (main === null) return location.assign(url)
  if (options.push !== false) history.pushState(null, '', options.push ?? url)
  document.title = fresh.title
  document.body.className = fresh.body.className
  localizeTimes(main)
  document.querySelector('main').replaceWith(main)
  replaceList(fresh.querySelector('nav.list'))
  const search = document.getElementById('search')
  if (document.activeElement !== search) search.value = fresh.getElementById('search').value
  showUnread()
}

/** Replaces the rows and counts. The scroll position, the search field and the focus stay as they are. */
function replaceList(fresh) {
  localizeTimes(fresh)
  const list = document.querySelector('nav.list')
  const focused = document.activeElement?.closest('li')?.id
  list.querySelector('#rows').replaceWith(fresh.querySelector('#rows'))
  const count = list.querySelector('.count')
  const text = fresh.querySelector('.count').textContent
  // Written only when it differs: screen readers announce every write.
  if (count.textContent !== text) count.textContent = text
  count.dataset.unread = fresh.querySelector('.count').dataset.unread
  const deleteAll = list.querySelector('.delete-all')
  const freshDeleteAll = fresh.querySelector('.delete-all')
  if (deleteAll?.open !== true || freshDeleteAll === null) {
    deleteAll?.remove()
    if (freshDeleteAll !== null) list.querySelector('header').append(freshDeleteAll)
  }
  const form = list.querySelector('form[role=search]')
  form.querySelector('input[type=hidden]')?.remove()
  form.prepend(...fresh.querySelectorAll('form[role=search] input[type=hidden]'))
  if (focused) document.getElementById(focused)?.querySelector('a').focus({ preventScroll: true })
}

function showUnread() {
  const unread = Number(document.querySelector('.count').dataset.unread)
  document.title = document.title.replace(/^(\(\d+\) )?/, unread > 0 ? `(${unread}) ` : '')
}

function isOwnPage(url) {
  return url.origin === location.origin && (url.pathname === page || url.pathname === base)
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  if (link.target || link.hasAttribute('download') || link.classList.contains('skip')) return
  const url = new URL(link.href)
  if (!isOwnPage(url)) return
  event.preventDefault()
  // The fragment is only needed when the browser loads the whole page.
  url.hash = ''
  void visit(url.href)
})

document.addEventListener('submit', (event) => {
  const form = event.target
  event.preventDefault()
  if (form.method === 'get') {
    const query = new URLSearchParams(new FormData(form))
    if (query.get('q') === '') query.delete('q')
    void visit(`${page}${query.size > 0 ? `?${query}` : ''}`)
    return
  }
  // The reply redirects to the list. This is the list's address.
  const list = new URL(location.href)
  for (const name of ['id', 'tab', 'images']) list.searchParams.delete(name)
  if (form.closest('.delete-all')) list.search = ''
  void visit(form.action, { request: { method: 'POST' }, push: list.href })
})

addEventListener('popstate', () => void visit(location.href, { push: false }))

// --- Changes ---

let changes
let refreshing
let again = false

/** Updates the list. An open message stays as it is. */
async function refresh() {
  if (refreshing) {
    again = true
    return
  }
  refreshing = true
  try {
    const url = new URL(location.href)
    if (document.querySelector('article') === null && !url.searchParams.has('id'))
      await visit(url.href, { push: false })
    else {
      const number = asked
      url.searchParams.set('part', 'list')
      const reply = await fetch(url)
      const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('nav.list')
      if (reply.ok && fresh !== null && number === asked) {
        replaceList(fresh)
        showUnread()
      }
    }
  } catch {
    // When the service is back, the event stream opens again and triggers the next refresh.
  } finally {
    refreshing = false
  }
  if (again) {
    again = false
    void refresh()
  }
}

/** Listens only while the page is visible: browsers allow few connections to one server, shared by all tabs. */
function listen() {
  changes?.close()
  changes = undefined
  if (document.hidden) return
  changes = new EventSource(`${base}/events`)
  changes.addEventListener('change', () => void refresh())
  changes.addEventListener('open', () => {
    document.documentElement.classList.add('live')
    // Catches up on changes from before the stream was open.
    void refresh()
  })
  changes.addEventListener('error', () => {
    document.documentElement.classList.remove('live')
    // After a refusal, the browser does not reconnect by itself.
    if (changes?.readyState === EventSource.CLOSED) setTimeout(listen, 10_000)
  })
}

document.addEventListener('visibilitychange', listen)

// --- Keyboard ---

/** Opens the row that is `step` rows from the focused row or, without focus, from the open row. */
function openNeighbour(step) {
  const rows = [...document.querySelectorAll('#rows li a')]
  const current = rows.findIndex((row) => row.hasAttribute('aria-current'))
  const focused = rows.indexOf(document.activeElement)
  const at = focused >= 0 ? focused : current
  const row = rows[at < 0 ? 0 : at + step]
  if (row === undefined) return
  row.focus()
  row.click()
}

const keys = {
  j: () => openNeighbour(1),
  k: () => openNeighbour(-1),
  u: () => document.querySelector('article .back')?.click(),
  '/': () => document.getElementById('search').focus(),
  Delete: () => document.getElementById('delete')?.click(),
}

document.addEventListener('keydown', (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest('input, textarea, select'))
    return
  const action = keys[event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
})

document.documentElement.classList.add('scripted')
localizeTimes(document)
showUnread()
listen()
