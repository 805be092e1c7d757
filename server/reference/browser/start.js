// Draws the reference. Runs in the browser, after Redoc's own script.

const { description } = document.currentScript.dataset
const place = document.getElementById('reference')

const systemFont = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
const codeFont = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

const options = {
  // Paths are read more often than typed: the samples have the whole address.
  hideHostname: true,
  pathInMiddlePanel: true,
  requiredPropsFirst: true,
  jsonSamplesExpandLevel: 4,
  // The samples of code first, then the bare body.
  payloadSampleIdx: 2,
  // The patterns of ids say less than their examples.
  hideSchemaPattern: true,
  downloadUrls: [
    { title: 'openapi.yaml', url: 'openapi.yaml' },
    { title: 'openapi.json', url: 'openapi.json' },
  ],
  theme: {
    spacing: { sectionHorizontal: 28, sectionVertical: 28 },
    rightPanel: { width: '42%' },
    colors: { primary: { main: '#1f4e8c' }, text: { primary: '#24292f', secondary: '#57606a' } },
    typography: {
      fontSize: '15px',
      fontFamily: systemFont,
      headings: { fontFamily: systemFont, fontWeight: '600' },
      code: { fontFamily: codeFont, fontSize: '12.5px', color: '#8a2c0d', wrap: true },
    },
  },
}

Redoc.init(description, options, place, (error) => {
  if (!error) return
  place.innerHTML =
    '<p class="note" role="alert">The reference could not be drawn. The contract itself is at ' +
    '<a href="openapi.yaml">openapi.yaml</a>.</p>'
  console.error(error)
})
