// Keeps the inbox up to date, handles keyboard shortcuts, avoids reloads, and shows times in the reader's time zone.
// The page works without this script.

const base = document.body.dataset.base
const page = `${base}/`
const find = (selector, root = document) => root.querySelector(selector)

// --- Times ---

const short = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
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
async function visit(url, { push = url, request } = {}) {
  const number = (asked += 1)
  let reply
  try {
    reply = await fetch(url, request)
  } catch {
    // The service is unreachable: the browser's own error page explains that best.
    return location.assign(url)
  }
  const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html')
  if (number !== asked) return
  const main = find('main', fresh)
  if (main === null) return location.assign(url)
  if (push !== false) history.pushState(null, '', push)
  document.title = fresh.title
  document.body.className = fresh.body.className
  localizeTimes(main)
  find('main').replaceWith(main)
  if (document.activeElement !== find('#search')) find('#search').value = find('#search', fresh).value
  replaceList(fresh)
}

/** Replaces the rows and counts. The scroll position, the search field and the focus stay as they are. */
function replaceList(fresh) {
  localizeTimes(fresh)
  const focused = document.activeElement?.closest('li')?.id
  find('#rows').replaceWith(find('#rows', fresh))
  if (focused) document.getElementById(focused)?.firstElementChild.focus({ preventScroll: true })
  const [count, freshCount] = [find('.count'), find('.count', fresh)]
  // Written only when it differs: screen readers announce every write.
  if (count.textContent !== freshCount.textContent) count.textContent = freshCount.textContent
  count.dataset.unread = freshCount.dataset.unread
  const freshDelete = find('.delete-all', fresh)
  // A reader who is about to delete all messages does not lose the button.
  if (find('.delete-all')?.open !== true || freshDelete === null) {
    find('.delete-all')?.remove()
    if (freshDelete !== null) find('.list header').append(freshDelete)
  }
  find('[role=search] [type=hidden]')?.remove()
  find('[role=search]').prepend(...fresh.querySelectorAll('[role=search] [type=hidden]'))
  showUnread()
}

function showUnread() {
  const unread = Number(find('.count').dataset.unread)
  document.title = document.title.replace(/^(\(\d+\) )?/, unread > 0 ? `(${unread}) ` : '')
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a:not([target], [download], .skip)')
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const url = new URL(link.href)
  if (url.origin !== location.origin || ![page, base].includes(url.pathname)) return
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
/** The last update of the list. Another one that waits for it covers all changes until then. */
let refreshing = Promise.resolve()
let isNextWaiting = false

function refresh() {
  if (isNextWaiting) return
  isNextWaiting = true
  // When the service is back, the event stream opens again and triggers the next refresh.
  refreshing = refreshing.then(update).catch(() => undefined)
}

/** Updates the list. An open message stays as it is. */
async function update() {
  isNextWaiting = false
  const url = new URL(location.href)
  if (find('article') === null && !url.searchParams.has('id')) return visit(url.href, { push: false })
  const number = asked
  url.searchParams.set('part', 'list')
  const reply = await fetch(url)
  const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html')
  if (reply.ok && find('nav.list', fresh) !== null && number === asked) replaceList(fresh)
}

/** Listens only while the page is visible: browsers allow few connections to one server, shared by all tabs. */
function listen() {
  changes?.close()
  changes = undefined
  if (document.hidden) return
  changes = new EventSource(`${base}/events`)
  changes.addEventListener('change', refresh)
  changes.addEventListener('open', () => {
    document.documentElement.classList.add('live')
    // Catches up on changes from before the stream was open.
    refresh()
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
  const focused = rows.indexOf(document.activeElement)
  const at = focused >= 0 ? focused : rows.findIndex((row) => row.hasAttribute('aria-current'))
  const row = rows[at < 0 ? 0 : at + step]
  row?.focus()
  row?.click()
}

const keys = {
  j: () => openNeighbour(1),
  k: () => openNeighbour(-1),
  u: () => find('article .back')?.click(),
  '/': () => find('#search').focus(),
  Delete: () => find('#delete')?.click(),
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
