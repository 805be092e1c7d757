/** The directions in which a row of an outline can be moved. */
export type Direction = 'up' | 'down' | 'in' | 'out'

/** Directions of a move, by the arrow key's name. */
export const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}
