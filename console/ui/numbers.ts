const whole = new Intl.NumberFormat()

/** A count in the reader's way of writing. */
export function countText(count: number): string {
  return whole.format(count)
}

/** A share as per cent. */
export function percentText(share: number, digits = 2): string {
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: digits }).format(share)
}
