// Leads links to headings of the API reference from before it had pages of its own on to the pages.

const base = document.currentScript.dataset.reference
const [, kind, name] = location.hash.match(/^#(?:.*\/)?(operation|tag|section|schema)\/([^/]+)$/) ?? []
if (kind === 'operation') location.replace(`${base}/${name}`)
else if (kind === 'tag')
  location.replace(`${base}/${decodeURIComponent(name).toLowerCase().replaceAll(/[ +]/g, '-')}`)
else if (kind === 'section') location.replace(`${base}#${name.toLowerCase()}`)
else if (kind === 'schema') location.replace(base)
