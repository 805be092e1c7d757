import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * An RSA key costs a quarter of a second of a core, and each new domain has one. So a process of the tests makes a few,
 * and hands them out in turns: enough that no domain meets one of its own again.
 */
const few = 8

type Done = (error: Error | null, publicKey: unknown, privateKey: unknown) => void

const make = crypto.generateKeyPair as (type: string, options: object, done: Done) => void
const made = new Map<string, Parameters<Done>[]>()
let turn = 0

function generateKeyPair(type: string, options: object, done: Done): void {
  if (type !== 'rsa') return make(type, options, done)
  const kind = JSON.stringify(options)
  const pairs = made.get(kind) ?? []
  made.set(kind, pairs)
  const pair = pairs.length < few ? undefined : pairs[(turn += 1) % few]
  if (pair !== undefined) setImmediate(done, ...pair)
  else
    make(type, options, (...result) => {
      if (result[0] === null) pairs.push(result)
      done(...result)
    })
}

// Each file of a process loads this setup anew, and the first one replaces the function.
const mark = Symbol.for('postseal.test.few-keys')
if (!(mark in make)) {
  crypto.generateKeyPair = Object.assign(generateKeyPair, { [mark]: true }) as never
  syncBuiltinESMExports()
}
