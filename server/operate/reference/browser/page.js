// Of every page: buttons that copy its code, the address by which it is read in its samples, and the open navigation.

/** The root of the service, whatever path a proxy has it under: this module is at docs/<version>/. */
const root = new URL('../..', import.meta.url).href.replace(/\/$/, '')
const { base } = document.documentElement.dataset

if (base !== root) showAddress(base, root)
for (const pre of document.querySelectorAll('article pre')) addCopy(pre)

const current = document.querySelector('nav [aria-current]')
// The navigation may be longer than a window.
current?.scrollIntoView({ block: 'nearest' })
document.getElementById('menu').addEventListener('change', () => current?.scrollIntoView({ block: 'center' }))

/** Puts the address by which the page is read in place of the one that the service has for itself. */
function showAddress(before, now) {
  // Samples have it in quotes.
  const address = now.replaceAll("'", '%27')
  for (const code of document.querySelectorAll('article code, .try')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.data.includes(before)) text.data = text.data.replaceAll(before, address)
    }
  }
}

function addCopy(pre) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${pre.getAttribute('aria-label') ?? 'the code'}`)
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent)
      button.textContent = 'Copied'
    } catch {
      // A page without TLS may not write there: the reader copies what is selected.
      getSelection().selectAllChildren(pre)
      button.textContent = 'Press Ctrl+C'
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  const around = document.createElement('div')
  around.className = 'code'
  pre.replaceWith(around)
  around.append(pre, button)
}
