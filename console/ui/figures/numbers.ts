const whole = new Intl.NumberFormat()

/** Formats a count in the reader's locale. */
export function countText(count: number): string {
  return whole.format(count)
}

/** Formats a count with its noun: `1 contact`, `12 contacts`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats a share as a percentage. */
export function percentText(share: number, digits = 2): string {
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: digits }).format(share)
}

/** Formats a size in bytes, in the unit that reads best. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
