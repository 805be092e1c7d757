import { h, type FunctionComponent, type SVGAttributes } from 'preact'

/** The shapes of an icon: each one's element and its attributes. */
export type Shapes = readonly (readonly [element: string, attributes: Readonly<Record<string, string>>])[]

export interface IconProps extends Omit<SVGAttributes<SVGSVGElement>, 'size'> {
  /** Width and height in pixels. */
  readonly size?: number
}

export type IconComponent = FunctionComponent<IconProps>

/** Makes the component of an icon that is drawn by lines on a square of 24 by 24. */
export function icon(shapes: Shapes): IconComponent {
  return ({ size = 24, ...others }) =>
    h(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 2,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
        ...others,
      },
      shapes.map(([element, attributes]) => h(element, attributes)),
    )
}
