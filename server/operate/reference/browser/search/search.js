// The search in the header of every page: / focuses it, the arrows choose, Enter opens.

const input = document.getElementById('search')
const list = document.getElementById('found')
const indexAddress = document.querySelector('script[data-index]').dataset.index
/** The root of the documentation, whatever path a proxy has the service under. */
const root = new URL('..', new URL(indexAddress, document.baseURI))

let finding
let chosen = -1

/** Loads the index and what searches it, once; asks again where that failed. */
function load() {
  finding ??= Promise.all([import('./find.js'), loadIndex()]).catch((error) => {
    finding = undefined
    throw error
  })
  return finding
}

async function loadIndex() {
  const reply = await fetch(indexAddress)
  if (!reply.ok) throw new Error(`${reply.status}`)
  return reply.json()
}

async function search() {
  const query = input.value
  if (query.trim() === '') return close()
  let found
  try {
    const [{ find }, index] = await load()
    found = find(index, query)
  } catch {
    return show([note('The search could not be loaded. Reload the page to try again.')])
  }
  // Another letter may have been typed meanwhile.
  if (query !== input.value) return
  show(found.length === 0 ? [note('No results.')] : found.map(result))
  choose(found.length === 0 ? -1 : 0)
}

function result({ entry, excerpt }, position) {
  const item = document.createElement('li')
  item.id = `found-${position}`
  item.setAttribute('role', 'option')
  const link = document.createElement('a')
  // The first page has no slash at its end.
  link.href = new URL(entry.u === '' || entry.u.startsWith('#') ? `../docs${entry.u}` : entry.u, root)
  link.tabIndex = -1
  link.append(
    part('span', 'where', entry.p === entry.h ? '' : entry.p),
    part('strong', '', entry.h),
    part('span', 'excerpt', excerpt),
  )
  link.addEventListener('click', close)
  item.append(link)
  return item
}

function part(name, kind, text) {
  const element = document.createElement(name)
  if (kind !== '') element.className = kind
  element.textContent = text
  return element
}

function note(text) {
  const item = part('li', 'nothing', text)
  item.setAttribute('role', 'status')
  return item
}

function show(items) {
  list.replaceChildren(...items)
  list.hidden = false
  input.setAttribute('aria-expanded', 'true')
}

function close() {
  list.hidden = true
  list.replaceChildren()
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
  chosen = -1
}

function choose(position) {
  const options = list.querySelectorAll('[role=option]')
  options[chosen]?.removeAttribute('aria-selected')
  chosen = options.length === 0 ? -1 : (position + options.length) % options.length
  const option = options[chosen]
  if (option === undefined) return
  option.setAttribute('aria-selected', 'true')
  option.scrollIntoView({ block: 'nearest' })
  input.setAttribute('aria-activedescendant', option.id)
}

input.addEventListener('focus', () => void load().catch(() => undefined))
input.addEventListener('input', () => void search())
input.addEventListener('keydown', (event) => {
  switch (event.key) {
    case 'ArrowDown':
      choose(chosen + 1)
      break
    case 'ArrowUp':
      choose(chosen - 1)
      break
    case 'Enter':
      list.querySelectorAll('[role=option]')[chosen]?.querySelector('a').click()
      break
    case 'Escape':
      input.value = ''
      close()
      input.blur()
      break
    default:
      return
  }
  event.preventDefault()
})

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest('input, textarea, select, [contenteditable]')) return
  event.preventDefault()
  input.focus()
  input.select()
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) close()
})
