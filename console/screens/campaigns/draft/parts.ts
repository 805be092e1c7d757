/** The parts of a campaign that is written, in their order. */
export const partNames = { audience: 'Audience', content: 'Content', when: 'When', check: 'Check' } as const

export type PartName = keyof typeof partNames

/** Where a part of the page is. */
export function idOfPart(part: PartName): string {
  return `part-${part}`
}
