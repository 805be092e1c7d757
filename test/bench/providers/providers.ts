import pg from 'pg'
import { atLeast, atMost, type Benchmark, type BenchmarkContext } from '../benchmark.js'
import { startChild, type Child } from '../child.js'
import {
  mainThreadMs,
  peakMemoryMb,
  postmasterOf,
  processorMs,
  processorMsOfTree,
} from '../processor-time.js'
import { tableOf } from '../table.js'
import type { ServerProcess } from '../accept/server-process.js'
import type { Send, Sent } from './bare-sender.js'
import { bodyMaker } from './body.js'
import { exchanges } from './exchanges.js'
import { freeDisk, gigabytes, runThrough } from './feed.js'
import { partRows, partsOf } from './profile.js'
import type { Ask, Taken } from './receivers.js'
import { startSender } from './service.js'

const usual = { mails: 20_000, sizes: '100000,4000' }
const warmUp = 500
/** The most mails of the floor: so many say enough. */
const mostOfFloor = 20_000
/** To each provider: as many as the service has to a domain, which is the limit of its transport. */
const connections = 20
/** Size of a request in bytes, about. */
const requestBytes = 2e6
const mostItems = 100

/** The options of the command line. */
interface Asked {
  readonly mails: number
  readonly sizes: readonly number[]
  readonly own: boolean
  readonly starttls: boolean
  readonly profile: boolean
}

/** The whole way of mail to mailbox providers, beside a sender that only hands it over. README.md has the shape. */
export const providers: Benchmark = {
  name: 'providers',
  title:
    'mails by batches over HTTP, stored, signed with RSA-2048 and sent by mx from four sources to six mailbox providers, ' +
    'while a bare sender of signed mails is the floor; CPU is of a mail',
  flags: {
    options: {
      mails: { type: 'string' },
      sizes: { type: 'string' },
      'own-bodies': { type: 'boolean' },
      'no-starttls': { type: 'boolean' },
      profile: { type: 'boolean' },
    },
    usage: `--mails N        of each size; ${usual.mails} where it is not said
--sizes N,N      of bodies, in bytes; ${usual.sizes} where it is not said
--own-bodies     no two mails have the same body
--no-starttls    the providers take mail in clear
--profile        says which parts of the program the service's main thread spends its time in
`,
  },
  run: async (context) => {
    const asked = askedOf(context.flags)
    const receivers = await startChild<Ask, Taken>(new URL('receivers.ts', import.meta.url), [
      asked.starttls ? 'tls' : 'clear',
    ])
    const bare = await startChild<Send, Sent>(new URL('bare-sender.ts', import.meta.url))
    try {
      const measured: Measured[] = []
      for (const size of asked.sizes) measured.push(await measure(context, asked, size, { receivers, bare }))
      for (const { size, profile, taken } of measured) {
        process.stdout.write(`Bodies of ${size} bytes, by provider:\n\n${tableOf(providersOf(taken))}\n\n`)
        if (profile !== undefined)
          process.stdout.write(`The service's CPU time by part:\n\n${tableOf(profile)}\n\n`)
      }
      const worst = (of: (one: Measured) => number) => Math.max(...measured.map(of))
      return {
        rows: measured.flatMap(({ rows }) => rows),
        ratios: {
          missing: atMost(
            0,
            worst(({ taken }) => taken.missing),
          ),
          doubled: atMost(
            0,
            worst(({ taken }) => taken.again),
          ),
          unsigned: atMost(
            0,
            worst(({ taken }) => taken.unsigned),
          ),
          yahoo_on_one_connection: atMost(
            20,
            worst(({ taken }) => onOneOfYahoo(taken)),
          ),
          ...Object.fromEntries(
            measured.map(({ size, floorRatio }) => [`rate_ratio_${size}`, atLeast(rateTarget, floorRatio)]),
          ),
        },
      }
    } finally {
      await bare.stop()
      await receivers.stop()
    }
  },
}

/** The least rate, as a part of the floor's mails a second: the floor neither stores nor signs. */
const rateTarget = 0.02

interface Measured {
  readonly size: number
  readonly taken: Taken
  readonly rows: readonly Record<string, string | number>[]
  /** Mails a second as a part of the floor's. */
  readonly floorRatio: number
  readonly profile: readonly Record<string, string | number>[] | undefined
}

async function measure(
  context: BenchmarkContext,
  asked: Asked,
  size: number,
  { receivers, bare }: { readonly receivers: Child<Ask, Taken>; readonly bare: Child<Send, Sent> },
): Promise<Measured> {
  const { mails, starttls } = asked
  const progress = (line: string) => context.progress(`${size} bytes: ${line}`)
  const databaseUrl = await context.createDatabase()
  const service = await startSender(databaseUrl, receivers.hello)
  try {
    const itemsEach = Math.max(1, Math.min(mostItems, Math.floor(requestBytes / size)))
    const through = (count: number) =>
      runThrough({
        service,
        receivers,
        mails: count,
        bodyOf: bodyMaker(size, asked.own),
        itemsEach,
        progress,
      })
    progress('warming up')
    const empty = await sizeOf(databaseUrl)
    await through(warmUp)
    const needed = (((await sizeOf(databaseUrl)) - empty) / warmUp) * mails
    if (needed > freeDisk())
      throw new Error(
        `${mails} mails need ${gigabytes(needed)} GB of disk, and ${gigabytes(freeDisk())} GB are free: fewer --mails or smaller --sizes`,
      )
    progress(`${gigabytes(needed)} GB of disk will be needed, ${gigabytes(freeDisk())} GB are free`)

    const before = await sizeOf(databaseUrl)
    const parts = await partsOfWork(service, receivers.pid, asked.profile, () => through(mails))
    const stored = (await sizeOf(databaseUrl)) - before

    progress('the floor')
    const floorMails = Math.min(mails, mostOfFloor)
    await receivers.ask({ expect: floorMails })
    const floorReceivers = processorMs([receivers.pid])
    const floor = await bare.ask({
      mails: floorMails,
      port: receivers.hello.port,
      connections,
      starttls,
      size,
    })
    const floorTaken = processorMs([receivers.pid]) - floorReceivers

    const { ms, taken, cpu, profile } = parts
    const rate = (mails * 1000) / ms
    const floorRate = (floorMails * 1000) / floor.ms
    const perMail = (cpuMs: number) => (cpuMs / mails).toFixed(2)
    const perFloorMail = (cpuMs: number) => (cpuMs / floorMails).toFixed(2)
    return {
      size,
      taken,
      floorRatio: rate / floorRate,
      profile: profile && partRows(profile, mails, cpu),
      rows: [
        {
          way: `the service, ${size} bytes`,
          mails,
          'mails/s': Math.round(rate),
          'sender ms': perMail(cpu.service),
          'PostgreSQL ms': perMail(cpu.postgres),
          'receivers ms': perMail(cpu.receivers),
          'peak MB': Math.round(peakMemoryMb(service.pid)),
          'stored kB': (stored / mails / 1000).toFixed(1),
        },
        {
          way: `the floor, ${size} bytes`,
          mails: floorMails,
          'mails/s': Math.round(floorRate),
          'sender ms': perFloorMail(floor.cpuMs),
          'PostgreSQL ms': '',
          'receivers ms': perFloorMail(floorTaken),
          'peak MB': '',
          'stored kB': '',
        },
      ],
    }
  } finally {
    await service.stop()
  }
}

/** Does the work, and says how much processor time each side has used for it. */
async function partsOfWork(
  service: ServerProcess,
  receivers: number,
  profiled: boolean,
  work: () => Promise<{ readonly ms: number; readonly taken: Taken }>,
) {
  const postmaster = await postmasterOf(service.databaseUrl)
  const end = profiled ? await service.profile() : undefined
  const times = () => ({
    service: processorMsOfTree(service.pid),
    mainThread: mainThreadMs(service.pid),
    postgres: processorMsOfTree(postmaster),
    receivers: processorMs([receivers]),
  })
  const before = times()
  const { ms, taken } = await work()
  const after = times()
  const cpu = {
    service: after.service - before.service,
    mainThread: after.mainThread - before.mainThread,
    postgres: after.postgres - before.postgres,
    receivers: after.receivers - before.receivers,
  }
  return { ms, taken, cpu, profile: end && partsOf(await end()) }
}

function providersOf({ providers: counts }: Taken) {
  return counts.map(({ mails, bytes, connections: opened, atOnce, onOne, encrypted }, index) => ({
    provider: exchanges[index]?.provider ?? '',
    mails,
    MB: Math.round(bytes / 1e6),
    'by TLS': encrypted,
    connections: opened,
    'at once': atOnce,
    'mails on one': onOne,
  }))
}

function onOneOfYahoo({ providers: counts }: Taken): number {
  return counts[exchanges.findIndex(({ provider }) => provider === 'Yahoo')]?.onOne ?? NaN
}

async function sizeOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    )
    return Number(rows[0]?.size)
  } finally {
    await client.end()
  }
}

/** @throws Error where a number is none */
function askedOf(flags: BenchmarkContext['flags']): Asked {
  const wholeNumber = (text: string) => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is no number of mails or bytes`)
    return Number(text)
  }
  const textOf = (name: string, otherwise: string) => {
    const given = flags[name]
    return typeof given === 'string' ? given : otherwise
  }
  return {
    mails: wholeNumber(textOf('mails', String(usual.mails))),
    sizes: textOf('sizes', usual.sizes).split(',').map(wholeNumber),
    own: flags['own-bodies'] === true,
    starttls: flags['no-starttls'] !== true,
    profile: flags['profile'] === true,
  }
}
