import type { ComponentChildren } from 'preact'

/** Names and values of one thing. A value of undefined leaves its name out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  )
}
