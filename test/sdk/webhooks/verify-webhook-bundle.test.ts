import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { signTestWebhook } from '../../../sdk-ts/src/webhooks/index.js'

/** `postseal/webhooks` as it is loaded at the edge, where there is no Node. */

const bundled = async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../../sdk-ts/src/webhooks/index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    platform: 'neutral',
    format: 'iife',
    globalName: 'webhooks',
  })
  return outputFiles[0]?.text ?? ''
}

test('it needs what every runtime of the web has, and nothing of Node', async () => {
  const event = { id: 'evt_1', type: 'webhook.test' }
  const secret = 'whsec_1'
  const signed = await signTestWebhook({ event, secret })
  const edge = createContext({ crypto, TextEncoder, TextDecoder, options: { ...signed, secret } })
  runInContext(await bundled(), edge)
  expect(await runInContext('webhooks.verifyWebhook(options)', edge)).toEqual(event)
  expect(await runInContext('webhooks.signTestWebhook(options)', edge)).toMatchObject({
    payload: signed.payload,
  })
})
