// Makes tabs of the samples of a page. The samples are there without it, one below another.
import './try.js'

const chosenKey = 'postseal-docs-language'

for (const group of document.querySelectorAll('.samples')) makeTabs(group)

/** Tabs as in the ARIA Authoring Practices: arrows move, the tab in focus is the one that is shown. */
function makeTabs(group) {
  const panels = [...group.querySelectorAll('.sample')]
  const list = document.createElement('div')
  list.className = 'tabs'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', group.getAttribute('aria-label'))
  const tabs = panels.map((panel) => {
    const { language } = panel.dataset
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.id = `tab-${language}`
    tab.textContent = language
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', `panel-${language}`)
    panel.id = `panel-${language}`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    panel.querySelector('h3').remove()
    tab.addEventListener('click', () => {
      choose(language)
      remember(language)
    })
    return tab
  })
  const choose = (language) => {
    for (const [at, tab] of tabs.entries()) {
      const isChosen = panels[at].dataset.language === language
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      panels[at].hidden = !isChosen
    }
  }
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length]
    next.focus()
    next.click()
  })
  list.append(...tabs)
  group.prepend(list)
  group.removeAttribute('role')
  group.removeAttribute('aria-label')
  const wanted = remembered()
  const language = panels.find((panel) => panel.dataset.language === wanted)?.dataset.language
  choose(language ?? panels[0].dataset.language)
}

// A browser may forbid a page to keep anything.
function remembered() {
  try {
    return localStorage.getItem(chosenKey)
  } catch {
    return null
  }
}

function remember(language) {
  try {
    localStorage.setItem(chosenKey, language)
  } catch {
    // It is asked again on the next page.
  }
}
