import { mkdtempSync, rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { heldPort } from '../../support/network/ports.js'
import { startServer } from '../accept/server-process.js'
import { atLeast, type Benchmark } from '../benchmark.js'
import { median } from '../median.js'
import { fileOf, leftOut, runPeer, startPeer, type RunningPeer } from './programs.js'

const rounds = 3
const mails = 3000
/** Mails of the warm-up, as many as in a round: a program that is compiled while it runs needs some thousands. */
const warmUp = mails
const sessions = 20
const bytes = 4096
/** The max number of mails that Mailpit keeps: as many as the sink does. */
const kept = 10_000

interface Way {
  readonly name: string
  readonly port: number
  readonly rates: number[]
}

/** Servers that take mail to be looked at, each fed by Postfix's smtp-source in turn. */
export const peerSinks: Benchmark = {
  name: 'peer-sinks',
  title:
    `smtp-source sends ${mails.toLocaleString('en')} mails of ${bytes / 1024} KiB over ${sessions} sessions to the sink, in ` +
    `turns with Mailpit, which keeps them too, and smtp-sink, which keeps none; ` +
    `${rounds} rounds after one to warm up`,
  run: async (context) => {
    const source = fileOf('smtp-source')
    const mailpit = fileOf('mailpit')
    const discarding = fileOf('smtp-sink')
    if (source === undefined || mailpit === undefined) {
      return leftOut((['smtp-source', 'mailpit'] as const).filter((peer) => fileOf(peer) === undefined))
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'postseal-peers-'))
    const running: RunningPeer[] = []
    try {
      const sink = await heldPort()
      running.push(
        await startServer('service', await context.createDatabase(), {
          POSTSEAL_ROLES: 'sink',
          POSTSEAL_SINK_PORT: String(sink),
        }),
      )
      const own: Way = { name: 'the sink', port: sink, rates: [] }
      const [smtp, http] = [await heldPort(), await heldPort()]
      const listening = [`--smtp=127.0.0.1:${smtp}`, `--listen=127.0.0.1:${http}`]
      const keeping = [`--database=${folder}/mailpit.db`, `--max=${kept}`, '--disable-version-check']
      running.push(await startPeer(mailpit, [...listening, ...keeping, '--quiet'], smtp))
      const other: Way = { name: 'Mailpit', port: smtp, rates: [] }
      const ways = [own, other]
      if (discarding !== undefined) {
        const port = await heldPort()
        const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
        running.push(await startPeer(discarding, [...asRoot, `127.0.0.1:${port}`, '1000'], port))
        ways.push({ name: 'smtp-sink', port, rates: [] })
      }

      context.progress('warming up')
      for (const { port } of ways) await send(source, port, warmUp)
      for (let round = 1; round <= rounds; round += 1) {
        context.progress(`round ${round}`)
        for (const { port, rates } of ways) rates.push(await send(source, port, mails))
      }
      return {
        rows: ways.map(({ name, rates }) => ({ server: name, 'mails/s': Math.round(median(rates)) })),
        ratios: {
          mailpit_ratio: atLeast(
            2,
            median(own.rates.map((rate, round) => rate / (other.rates[round] ?? NaN))),
          ),
        },
      }
    } finally {
      for (const peer of running.reverse()) await peer.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Sends so many mails and returns how many a second it were. */
async function send(source: string, port: number, count: number): Promise<number> {
  const begun = performance.now()
  const envelope = ['-f', 'shop@shop.example', '-t', 'ada@example.com']
  const amount = ['-s', String(sessions), '-m', String(count), '-l', String(bytes)]
  await runPeer(source, [...amount, ...envelope, `127.0.0.1:${port}`])
  return (count / (performance.now() - begun)) * 1000
}
