/** The tokens of SendGrid's `formatDate` and the directives of the filter `date`. */
const directives: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  YY: '%y',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  M: '%-m',
  DDDD: '%j',
  DD: '%d',
  D: '%-d',
  dddd: '%A',
  ddd: '%a',
  d: '%w',
  HH: '%H',
  H: '%-H',
  hh: '%I',
  h: '%-I',
  mm: '%M',
  m: '%-M',
  ss: '%S',
  s: '%-S',
  SSS: '%L',
  A: '%p',
  a: '%P',
  Z: '%:z',
  ZZ: '%z',
  X: '%s',
}

/** Returns the format of the filter `date`; undefined if it has no directive for a token. */
export function dateFormat(format: string): string | undefined {
  const parts = format.match(/\[[^\]]*\]|([A-Za-z])\1*o?|[^A-Za-z[]+|\[/g) ?? []
  let result = ''
  for (const part of parts) {
    if (/^[A-Za-z]/.test(part)) {
      const directive = Object.hasOwn(directives, part) ? directives[part] : undefined
      if (directive === undefined) return undefined
      result += directive
    } else {
      result += part.replace(/^\[(.+)\]$/, '$1').replaceAll('%', '%%')
    }
  }
  return result
}

/** Returns the minutes that a zone such as `-0800` is behind UTC; undefined for another text. */
export function minutesBehind(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  if (sign === undefined) return undefined
  const offset = Number(hours) * 60 + Number(minutes)
  return sign === '-' || offset === 0 ? offset : -offset
}
