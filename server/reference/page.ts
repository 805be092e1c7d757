import { descriptionName, redocName, startName } from './assets.js'

/**
 * Only what this service serves is loaded or run. Redoc writes its styles into the page and searches in a worker that it
 * makes of its own text.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f4e8c"/>' +
      '<path d="M6 10h20v13H6z M6 10l10 8 10-8" fill="none" stroke="#fff" stroke-width="2.2"' +
      ' stroke-linejoin="round"/></svg>',
  )

const STYLE = `
  body { margin: 0; font-family: system-ui, sans-serif; color: #24292f; background: #fff }
  .redoc-json, #reference pre { color-scheme: dark }
  .note { max-width: 40rem; margin: 4rem auto; padding: 0 1.5rem; line-height: 1.5 }
`

/**
 * The page around the reference. Its addresses are relative, so that it works under a path of a proxy too.
 *
 * @param version of what it loads; hexadecimal, so that nothing has to be escaped
 */
export function referencePage(version: string): string {
  const loaded = `docs/${version}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Every operation, event and error of the Postseal API, with examples for curl and TypeScript.">
<title>Postseal API reference</title>
<link rel="icon" href="${ICON}">
<link rel="alternate" type="application/yaml" href="openapi.yaml" title="OpenAPI contract">
<style>${STYLE}</style>
<script defer src="${loaded}/${redocName}"></script>
<script defer src="${loaded}/${startName}" data-description="${loaded}/${descriptionName}"></script>
</head>
<body>
<main id="reference"><p class="note" role="status">Loading the reference…</p></main>
<noscript>
<div class="note">
<h1>Postseal API reference</h1>
<p>This page is drawn by a script. All that it shows is in the contract itself, for people and tools:
<a href="openapi.yaml">openapi.yaml</a> or <a href="openapi.json">openapi.json</a>.</p>
</div>
</noscript>
</body>
</html>
`
}
