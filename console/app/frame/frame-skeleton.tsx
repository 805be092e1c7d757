import { Bar, Waiting } from '../../ui/loading/skeleton.js'

/** The frame's outline, shown until the session is known. */
export function FrameSkeleton() {
  return (
    <div class="frame" aria-busy="true">
      <div class="sidebar">
        <div class="brand">
          <Bar width={120} />
        </div>
        {[88, 104, 72, 96, 112, 80].map((width) => (
          <div class="side-bar" key={width}>
            <Bar width={width} />
          </div>
        ))}
      </div>
      <div class="top" />
      <main class="content">
        <Waiting what="the console" />
        <Bar width={200} />
      </main>
    </div>
  )
}
