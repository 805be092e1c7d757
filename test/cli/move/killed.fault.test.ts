import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpCuttingProxy, type HttpCuttingProxy } from '../../support/network/cutting-proxy.js'
import { useMoveCommand } from '../../support/move/move-commands.js'
import { resendKey, startResendAccount } from '../../support/move/resend-account.js'
import { run as start } from '../../support/service/process.js'

/**
 * `postseal move` that is killed, or loses the network, at each of its requests: to either service, before the service
 * has the request and when it has answered. Needs a build.
 */

const { at, args, ask, journal } = useMoveCommand('resend', startResendAccount, { RESEND_API_KEY: resendKey })

let proxies: { readonly to: HttpCuttingProxy; readonly from: HttpCuttingProxy }
beforeEach(async () => {
  proxies = {
    to: await startHttpCuttingProxy(at.url),
    from: await startHttpCuttingProxy(at.account.url),
  }
})
afterEach(async () => {
  await Promise.all([proxies.to.close(), proxies.from.close()])
})

const options = [
  '--yes',
  '--timeout',
  '2',
  '--only',
  'suppressions,topics,segments,templates,domains,webhooks',
]
const through = () =>
  start('../cli/dist/main.js', args(options, proxies.from.url), {
    ...(at.env as Record<string, string>),
    POSTSEAL_BASE_URL: proxies.to.url,
  })

/** Runs the command again and again, and kills it at the next of its requests each time, until it is through. */
async function killedEverywhere(proxy: HttpCuttingProxy): Promise<number> {
  for (let kills = 0, number = 1; ; number += 1) {
    for (const when of ['before', 'after'] as const) {
      let wasKilled = false
      const command = { process: undefined as ReturnType<typeof start> | undefined }
      proxy.at(number, when, () => {
        wasKilled = true
        kills += 1
        void command.process?.kill('SIGKILL')
      })
      command.process = through()
      const { code, stderr } = await command.process.ended
      proxy.mend()
      if (!wasKilled) {
        expect(code, stderr).toBe(0)
        return kills
      }
    }
  }
}

test.each(['to', 'from'] as const)(
  'killed at each request "%s" a service, it brings all, once',
  async (side) => {
    expect(await killedEverywhere(proxies[side])).toBeGreaterThan(6)
    const counted = JSON.parse(readFileSync(journal(), 'utf8')) as { kinds: unknown }
    expect(counted.kinds).toMatchObject({
      suppressions: { brought: 2, leftOut: 1 },
      topics: { brought: 2 },
      segments: { brought: 1 },
      templates: { brought: 3 },
      domains: { brought: 1 },
      webhooks: { brought: 1 },
    })
    expect((await ask('/v1/suppressions')).data).toHaveLength(2)
    expect((await ask('/v1/topics')).data).toHaveLength(2)
    expect((await ask('/v1/segments')).data).toHaveLength(1)
    expect((await ask('/v1/templates')).data.map((each: any) => each.name).sort()).toEqual([
      'draft',
      'receipt',
      'welcome',
    ])
    expect((await ask('/v1/domains')).data).toHaveLength(1)
    expect((await ask('/v1/webhooks/status')).data).toHaveLength(1)
  },
)
