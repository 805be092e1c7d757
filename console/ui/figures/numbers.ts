const whole = new Intl.NumberFormat()

/** A count in the reader's way of writing. */
export function countText(count: number): string {
  return whole.format(count)
}

/** A count with its noun: `1 contact`, `12 contacts`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** A share as per cent. */
export function percentText(share: number, digits = 2): string {
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: digits }).format(share)
}
