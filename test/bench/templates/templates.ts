import type { Renderer } from '../../../server/product/content/rendering/compiling/source.js'
import { atLeast, type Benchmark } from '../benchmark.js'
import { median } from '../median.js'
import { waysToRender } from './renders.js'
import { waysToSend } from './sends.js'

const rounds = 6
const secondsEach = 3
const callers = 64

/**
 * Renders in processes against LiquidJS alone in one thread, and sends with a template against sends of the same
 * bodies. It runs what `npm run build` has built. The processes are started before the clock is.
 */
export const templates: Benchmark = {
  name: 'templates',
  title: `a mail of 20 kB with 20 variables in a layout, ${rounds} rounds of ${secondsEach} s a way; run npm run build first`,
  run: async (context) => {
    const renders = await measureRenders((line) => context.progress(line))
    const sends = await measureSends(await context.createDatabase(), (line) => context.progress(line))
    return {
      rows: [
        { way: 'the renderer', 'a second': Math.round(median(renders.map(([ours]) => ours))) },
        { way: 'LiquidJS alone', 'a second': Math.round(median(renders.map(([, bare]) => bare))) },
        { way: 'sends with a template', 'a second': Math.round(median(sends.map(([ours]) => ours))) },
        { way: 'sends of the same bodies', 'a second': Math.round(median(sends.map(([, plain]) => plain))) },
      ],
      ratios: {
        render_floor_ratio: atLeast(0.7, median(renders.map(([ours, bare]) => ours / bare))),
        send_ratio: atLeast(0.7, median(sends.map(([ours, plain]) => ours / plain))),
      },
    }
  },
}

type Pair = readonly [ours: number, other: number]

async function measureRenders(progress: (line: string) => void): Promise<Pair[]> {
  const built = new URL('../../../dist/parts/product/content/rendering/pool/renderer.js', import.meta.url)
  const { openRenderer } = (await import(built.href)) as { openRenderer: () => Renderer }
  const renderer = openRenderer()
  try {
    const ways = await waysToRender(renderer)
    await ways.rendered(callers, 2)
    ways.bare(1)
    const pairs: Pair[] = []
    for (let round = 1; round <= rounds; round += 1) {
      progress(`renders, round ${round}`)
      pairs.push([await ways.rendered(callers, secondsEach), ways.bare(secondsEach)])
    }
    return pairs
  } finally {
    await renderer.close()
  }
}

async function measureSends(databaseUrl: string, progress: (line: string) => void): Promise<Pair[]> {
  const ways = await waysToSend(databaseUrl)
  try {
    await ways.withTemplate(32, 2)
    await ways.without(32, 2)
    const pairs: Pair[] = []
    for (let round = 1; round <= rounds; round += 1) {
      progress(`sends, round ${round}`)
      pairs.push([await ways.withTemplate(32, secondsEach), await ways.without(32, secondsEach)])
    }
    return pairs
  } finally {
    await ways.stop()
  }
}
