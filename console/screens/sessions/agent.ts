const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bHeadlessChrome\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

/**
 * Names a `User-Agent` (RFC 9110, section 10.1.5) as a person would: "Firefox on Linux". Browsers name themselves
 * after each other, so the order matters. A program is named by its first product, such as "curl 8.5.0".
 *
 * @returns undefined if `agent` is null or empty
 */
export function agentText(agent: string | null): string | undefined {
  if (agent === null || agent.trim() === '') return undefined
  const nameOf = (of: typeof browsers) => of.find(([, mark]) => mark.test(agent))?.[0]
  const system = nameOf(systems)
  const browser = nameOf(browsers)
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  const [product = '', version] = (agent.split(/\s/)[0] ?? '').split('/')
  if (product === 'Mozilla') return system === undefined ? 'A browser' : `A browser on ${system}`
  return version === undefined ? product : `${product} ${version}`
}
