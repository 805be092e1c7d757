import { html, type Markup } from '../../../platform/http/pages/html.js'

const shortFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/**
 * Renders a short time for a row of the list, `20 Nov, 18:42 UTC`; the page's script converts it to the reader's time
 * zone.
 */
export function shortTime(iso: string): Markup {
  return html`<time datetime="${iso}">${shortFormat.format(new Date(iso))} UTC</time>`
}

/** Renders a full time, `2026-01-14 09:30:00 UTC`; the page's script converts it to the reader's time zone. */
export function longTime(iso: string): Markup {
  return html`<time datetime="${iso}" class="long">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}
