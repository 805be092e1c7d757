import { expect, test } from 'vitest'
import { machineReasonOf, type TrackedRequest } from '../../../server/product/tracking/machine.js'

const person: TrackedRequest = {
  kind: 'click',
  method: 'GET',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  headers: {},
  sinceDeliveredMs: 60_000,
}

test.each<[string, Partial<TrackedRequest>, string | undefined]>([
  ['a browser', {}, undefined],
  [
    'an image that Gmail fetches for a reader',
    {
      kind: 'open',
      userAgent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    },
    undefined,
  ],
  [
    'an image that Yahoo fetches for a reader',
    { kind: 'open', userAgent: 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html' },
    undefined,
  ],
  ['HEAD', { method: 'HEAD' }, 'head'],
  ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 'prefetch'],
  ['an old prefetch', { headers: { 'x-moz': 'prefetch' } }, 'prefetch'],
  ['no name', { userAgent: '' }, 'scanner'],
  ['curl', { userAgent: 'curl/8.5.0' }, 'scanner'],
  ['a gateway', { userAgent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)' }, 'scanner'],
  ['a link preview', { userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }, 'scanner'],
  ['Apple’s privacy protection', { kind: 'open', userAgent: 'Mozilla/5.0' }, 'proxy'],
  ['a click as soon as the mail is there', { sinceDeliveredMs: 800 }, 'early'],
  ['a click before the mail was taken', { sinceDeliveredMs: null }, 'early'],
  ['an open after a second', { kind: 'open', sinceDeliveredMs: 1_200 }, undefined],
])('%s', (_, fields, reason) => {
  expect(machineReasonOf({ ...person, ...fields })).toBe(reason)
})
