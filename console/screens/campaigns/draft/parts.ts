/** The parts of a draft, in their order. */
export const partNames = { audience: 'Audience', content: 'Content', when: 'When' } as const

export type PartName = keyof typeof partNames

/** Returns the id of a part's element on the page. */
export function idOfPart(part: PartName): string {
  return `part-${part}`
}
