import type { ComponentChildren } from 'preact'

/** A figure with its unit, such as "2.1 s" or "12%". Between words of another direction it keeps its order. */
export function Measure({ children }: { children: ComponentChildren }) {
  return <bdi class="num nowrap">{children}</bdi>
}
