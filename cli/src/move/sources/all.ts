import type { Source } from '../source.js'

/** The services that things are brought from, each with the function that loads its reader. */
export const sources: ReadonlyMap<string, () => Promise<Source>> = new Map([
  ['resend', async () => (await import('./resend.js')).resend],
  ['postmark', async () => (await import('./postmark.js')).postmark],
  ['sendgrid', async () => (await import('./sendgrid.js')).sendgrid],
  ['mailgun', async () => (await import('./mailgun.js')).mailgun],
  ['listmonk', async () => (await import('./listmonk.js')).listmonk],
  ['ses', async () => (await import('./ses.js')).ses],
])
