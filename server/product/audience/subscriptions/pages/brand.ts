import { dark, light, type Scheme } from './colours.js'

type Colour = `#${string}`
type Rgb = readonly [red: number, green: number, blue: number]

/** The colours of a scheme that follow from the accent. */
export type Accents = Pick<Scheme, 'accent' | 'pressed' | 'on-accent' | 'edge'>

/** Least contrast (WCAG 2.2, level AA) of text, and of the shapes that tell a button from its ground. */
const ofText = 4.5
const ofShapes = 3

/**
 * Derives the colours of a project's accent, in light and in dark. Whatever the accent is, text on it and its lines
 * have the contrast that WCAG 2.2 demands at level AA. A light page shows the accent unchanged.
 *
 * @param accent `#rrggbb`
 */
export function accentsOf(accent: string): { readonly light: Accents; readonly dark: Accents } {
  const given = rgbOf(accent)
  return {
    light: accents(given, light),
    // A dark button on a dark page would be a frame with nothing in it.
    dark: accents(apart(given, [dark.panel], ofShapes), dark),
  }
}

function accents(accent: Rgb, { panel, ground }: Scheme): Accents {
  // One of them has a contrast of 4.58 or more with every colour.
  const [ink, other] = contrast(accent, white) >= contrast(accent, black) ? [white, black] : [black, white]
  // A pressed button moves away from the colour of its text, or towards it if there is no room.
  const away = mixed(accent, other, 0.18)
  const pressed = distance(away, accent) > 12 ? away : mixed(accent, ink, 0.18)
  return {
    accent: colourOf(accent),
    pressed: colourOf(pressed),
    'on-accent': colourOf(ink),
    edge: colourOf(apart(accent, [panel, ground], ofText)),
  }
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/**
 * Returns the colour nearest to a given one, made darker or lighter, that has the contrast with each of the grounds.
 */
function apart(colour: Rgb, grounds: readonly Colour[], least: number): Rgb {
  const on = grounds.map(rgbOf)
  const towards = on.every((ground) => luminance(ground) < 0.18) ? white : black
  for (let share = 0; share < 1; share += 0.02) {
    // The colour is rounded as it will be written, so that the measured colour is the visible one.
    const tried = mixed(colour, towards, share)
    if (on.every((ground) => contrast(tried, ground) >= least)) return tried
  }
  return towards
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [part(0), part(1), part(2)]
}

const distance = (one: Rgb, other: Rgb) =>
  Math.max(...one.map((part, index) => Math.abs(part - other[index]!)))

/** Returns the contrast of two colours (WCAG 2.2), from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [less, more] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (more + 0.05) / (less + 0.05)
}

/** Returns the relative luminance (WCAG 2.2), from 0 for black to 1 for white. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf(colour: string): Rgb {
  const part = (at: number) => parseInt(colour.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

function colourOf(parts: Rgb): Colour {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
