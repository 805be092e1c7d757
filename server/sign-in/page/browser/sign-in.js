// The sign-in page. Programs that look through mail open links and run scripts, so opening the page sends nothing but
// a GET, which changes nothing. A link is used by a click on the button alone.

/** The API, whatever path a proxy has put the service under. */
const api = new URL('../v1/', location.href)

/** The form of a token: 256 bits in base64url. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/

const views = [...document.querySelectorAll('section')]
const byId = (id) => document.getElementById(id)

let shown = ''

function show(id, fields = {}) {
  shown = id
  tell('')
  for (const view of views) view.hidden = view.id !== id
  const view = byId(id)
  for (const [name, text] of Object.entries(fields)) {
    view.querySelector(`[data-field="${name}"]`).textContent = text
  }
  view.querySelector('h1').focus()
}

/** Shows an error, or a notice, or takes both away. */
function tell(error, notice = '') {
  byId('error').textContent = error
  byId('notice').textContent = notice
}

async function ask(method, path, body) {
  let reply
  try {
    reply = await fetch(new URL(path, api), {
      method,
      headers: { 'Postseal-Console': '1', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
    })
  } catch {
    return {
      status: 0,
      problem: 'Postseal cannot be reached. Check your internet connection, then try again.',
    }
  }
  const text = await reply.text().catch(() => '')
  let content
  try {
    content = text === '' ? undefined : JSON.parse(text)
  } catch {
    content = undefined
  }
  const problem = reply.ok
    ? undefined
    : (content?.error?.message ?? `Something went wrong (status ${reply.status}). Please try again.`)
  return { status: reply.status, content, problem }
}

function showSession({ user, workspace }) {
  show('signed-in', {
    user: user.name === null ? user.email : `${user.name} <${user.email}>`,
    workspace: workspace.name,
    role: user.role,
  })
}

const actions = {
  ask: () => {
    show('ask')
    byId('email').focus()
  },
  'sign-in': async () => {
    const { status, content, problem } = await ask('POST', 'sessions', { token: location.hash.slice(1) })
    if (problem === undefined) {
      forgetToken()
      showSession(content.session)
    } else if (status === 401) {
      forgetToken()
      show('ask')
      tell(problem)
    } else tell(problem)
  },
  'sign-out': async () => {
    const { status, problem } = await ask('DELETE', 'sessions/current')
    if (problem !== undefined && status !== 401) return tell(problem)
    show('ask')
    tell('', 'You have signed out.')
  },
}

/** A token that was used is of no use to anybody, and need not stay in the history. */
function forgetToken() {
  history.replaceState(null, '', location.pathname + location.search)
}

/** Runs an action, and lets nothing be clicked meanwhile. */
async function run(action, button) {
  if (button.disabled) return
  button.disabled = true
  tell('')
  try {
    await action()
  } finally {
    button.disabled = false
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-do]')
  if (button !== null) void run(actions[button.dataset.do], button)
})

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target
  const email = form.email.value.trim()
  void run(async () => {
    const { problem } = await ask('POST', 'sign-in-links', { email })
    if (problem === undefined) show('asked', { email })
    else tell(problem)
  }, form.querySelector('button'))
})

async function start() {
  const token = location.hash.slice(1)
  if (tokenForm.test(token)) return show('confirm')
  if (token !== '') {
    show('ask')
    return tell('This link is incomplete. Copy the whole link from the email, or request a new one.')
  }
  const { status, content } = await ask('GET', 'sessions/current')
  // A link may have been pasted meanwhile.
  if (shown !== '') return
  if (status === 200) showSession(content)
  else show('ask')
}

addEventListener('hashchange', () => {
  if (location.hash !== '') void start()
})
void start()
