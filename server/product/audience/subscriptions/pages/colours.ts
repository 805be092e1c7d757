/**
 * The colours of one scheme. Anybody who changes one must keep every pair of {@link textPairs} readable. `accent`
 * fills buttons; `edge` is the accent when it stands by itself: as text, as a line, and as the ring of the focus.
 */
export type Scheme = Readonly<
  Record<
    | 'ground'
    | 'panel'
    | 'line'
    | 'ink'
    | 'quiet'
    | 'accent'
    | 'pressed'
    | 'on-accent'
    | 'edge'
    | 'good'
    | 'good-ground'
    | 'bad'
    | 'bad-ground',
    `#${string}`
  >
>

export const light: Scheme = {
  ground: '#f3f5f7',
  panel: '#ffffff',
  line: '#d9dee4',
  ink: '#1a1f26',
  quiet: '#566170',
  accent: '#0a5aa8',
  pressed: '#084a8b',
  'on-accent': '#ffffff',
  edge: '#0a5aa8',
  good: '#1a7340',
  'good-ground': '#e5f4ea',
  bad: '#a1420b',
  'bad-ground': '#fcefe3',
}

export const dark: Scheme = {
  ground: '#0e1217',
  panel: '#171c24',
  line: '#2f3843',
  ink: '#e7ebf0',
  quiet: '#a3aebb',
  accent: '#7db8ff',
  pressed: '#a6ceff',
  'on-accent': '#0b1a2b',
  edge: '#7db8ff',
  good: '#6fd193',
  'good-ground': '#16301f',
  bad: '#f5b06b',
  'bad-ground': '#3a2513',
}

/**
 * Pairs of a foreground and its ground: text, the picture that shows the outcome, and lines, among them the ring of
 * the focus.
 */
export const textPairs: readonly (readonly [text: keyof Scheme, ground: keyof Scheme])[] = [
  ['ink', 'panel'],
  ['ink', 'ground'],
  ['quiet', 'panel'],
  ['quiet', 'ground'],
  ['edge', 'panel'],
  ['edge', 'ground'],
  ['on-accent', 'accent'],
  ['on-accent', 'pressed'],
  ['good', 'good-ground'],
  ['bad', 'bad-ground'],
]

/** Returns the colours as custom properties of CSS. */
export function cssColours(scheme: Partial<Scheme>): string {
  return Object.entries(scheme)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ')
}
