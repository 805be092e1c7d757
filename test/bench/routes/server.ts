import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Router } from 'express'
import type { Knex } from 'knex'
import pino from 'pino'
import { Registry } from 'prom-client'
import { newKeySecret } from '../../../server/platform/auth/key-secret.js'
import type { ProjectKeyPrincipal } from '../../../server/platform/auth/principal.js'
import { readConfig } from '../../../server/platform/config/config.js'
import { defaultBodyMemory } from '../../../server/platform/config/defaults.js'
import { newUuid, newWorkspaceId } from '../../../server/platform/db/ids.js'
import { sealer } from '../../../server/platform/auth/sealed.js'
import { createApp } from '../../../server/platform/http/app.js'
import { BodyMemory } from '../../../server/platform/http/body/body-memory.js'
import { consoleRequests } from '../../../server/platform/http/access/console-request.js'
import { readContract } from '../../../server/platform/http/operation/contract.js'
import type { Handlers } from '../../../server/platform/http/operation/handler.js'
import { openRateLimits } from '../../../server/platform/http/rate-limit/rate-limits.js'
import { acceptedReply } from '../accept/accepted-reply.js'
import { withInvented } from './invented.js'

/**
 * A process of the app alone, without a database: the contract's operations with as many invented ones before
 * them as the parent asks for. Sends are answered 202 at once. It tells what its CPU has done so far.
 */

const contract = withInvented(readContract(), Number(process.argv[2]))
const log = pino({ enabled: false })
const registry = new Registry()
const secret = newKeySecret('pk_live_')
const principal: ProjectKeyPrincipal = {
  kind: 'projectKey',
  workspaceId: newWorkspaceId(),
  projectId: newUuid(),
  keyId: newUuid(),
  scopes: ['messages:send'],
  restrictions: { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null },
}
const limits = { POSTSEAL_SENDS_PER_MINUTE: '100000000' }
const app = createApp({
  db: {} as Knex,
  log,
  registry,
  metricsAllow: [],
  publicUrl: 'http://localhost',
  trustedProxies: [],
  servesApi: true,
  docs: Router(),
  health: Router(),
  contract,
  audit: { add: () => undefined },
  replySealer: sealer(new Uint8Array(32)),
  bodies: new BodyMemory(defaultBodyMemory),
  limits: await openRateLimits(readConfig(limits), log, registry, () => Promise.resolve({})),
  credentials: {
    keys: {
      find: (given) => Promise.resolve(given === secret ? principal : undefined),
      findById: () => Promise.resolve(undefined),
      forget: () => undefined,
    },
    keyUses: { note: () => undefined },
    sessions: { verify: () => Promise.resolve('invalid') },
    console: consoleRequests('http://localhost'),
  },
  handlers: {
    sendMessage: { inSharedTransaction: () => Promise.resolve({ status: 202, body: acceptedReply }) },
  } as unknown as Handlers,
})
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, secret, cpu: 0 })
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ port: 0, secret: '', cpu: user + system })
})
process.once('disconnect', () => process.exit(0))
