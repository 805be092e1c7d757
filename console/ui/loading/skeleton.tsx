import { useEffect, useState } from 'preact/hooks'

/** A grey bar in the place of a text that is still loading. */
export function Bar({ width = 120 }: { width?: number }) {
  return <span class="skeleton" style={{ width: `${width}px` }} />
}

/** Grey bars in the form of a few lines. */
export function Lines({ count = 3, what }: { count?: number; what: string }) {
  return (
    <div class="stack tight" aria-busy="true">
      <Waiting what={what} />
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Bar width={[320, 240, 280][index % 3] ?? 240} />
        </div>
      ))}
    </div>
  )
}

/** Says after a second what is still loading. Screen readers are told at once that something loads. */
export function Waiting({ what }: { what: string }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" class={isLong ? 'small quiet' : 'visually-hidden'}>
      {isLong ? `Still waiting for ${what}…` : `Loading ${what}`}
    </p>
  )
}
