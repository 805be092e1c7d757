// Draws the reference. Runs in the browser, after Redoc's own script.

const { description } = document.currentScript.dataset
const place = document.getElementById('reference')

const systemFont = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
const codeFont = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

// Those of pages.css.
const colours = matchMedia('(prefers-color-scheme: dark)').matches
  ? {
      panel: '#0e1217',
      sample: '#161b22',
      raised: '#161b22',
      line: '#2c343e',
      ink: '#e2e7ed',
      quiet: '#9ba7b5',
      accent: '#7db8ff',
      code: '#ffab8a',
      good: '#7fd99a',
      bad: '#ff8a80',
    }
  : {
      panel: '#ffffff',
      sample: '#263238',
      raised: '#f6f8fa',
      line: '#d9dee4',
      ink: '#24292f',
      quiet: '#57606a',
      accent: '#1f4e8c',
      code: '#8a2c0d',
      good: '#1d8127',
      bad: '#d41f1c',
    }

const options = {
  // The header stays above what is scrolled.
  scrollYOffset: 'header',
  // Paths are read more often than typed: the samples have the whole address.
  hideHostname: true,
  pathInMiddlePanel: true,
  requiredPropsFirst: true,
  jsonSamplesExpandLevel: 4,
  // The samples of code first, then the bare body.
  payloadSampleIdx: 3,
  // The page's own search finds operations, too.
  disableSearch: true,
  // The patterns of ids say less than their examples.
  hideSchemaPattern: true,
  downloadUrls: [
    { title: 'openapi.yaml', url: '../openapi.yaml' },
    { title: 'openapi.json', url: '../openapi.json' },
  ],
  theme: {
    spacing: { sectionHorizontal: 28, sectionVertical: 28 },
    sidebar: { backgroundColor: colours.raised, textColor: colours.ink },
    // The panel is as the page, so that it is not an empty column beside texts without samples.
    rightPanel: { width: '42%', backgroundColor: colours.panel, textColor: colours.ink },
    codeBlock: { backgroundColor: colours.sample },
    colors: {
      primary: { main: colours.accent },
      text: { primary: colours.ink, secondary: colours.quiet },
      border: { dark: colours.line, light: colours.line },
      responses: { success: { color: colours.good }, error: { color: colours.bad } },
    },
    schema: {
      nestedBackground: colours.raised,
      linesColor: colours.quiet,
      typeNameColor: colours.quiet,
      typeTitleColor: colours.quiet,
      requireLabelColor: colours.code,
    },
    typography: {
      fontSize: '15px',
      fontFamily: systemFont,
      headings: { fontFamily: systemFont, fontWeight: '600' },
      code: {
        fontFamily: codeFont,
        fontSize: '12.5px',
        color: colours.code,
        backgroundColor: colours.raised,
        wrap: true,
      },
    },
  },
}

Redoc.init(description, options, place, (error) => {
  if (!error) return
  place.innerHTML =
    '<p class="note" role="alert">The reference could not be displayed. You can read the OpenAPI contract instead: ' +
    '<a href="../openapi.yaml">openapi.yaml</a>.</p>'
  console.error(error)
})
