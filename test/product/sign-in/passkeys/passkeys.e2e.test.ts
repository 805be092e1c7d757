import { expect, test } from 'vitest'
import { answerOf, command } from '../../../support/commands/cli.js'
import { register, signInWith } from '../../../support/sign-in/passkeys.js'
import { serviceEnv, startProcess } from '../../../support/service/process.js'

/**
 * Tests that passkeys work in the built service as well, since their verification is loaded late and from packages of
 * both kinds.
 */

test('a passkey is registered and signs in at the built service', async () => {
  const service = await startProcess(await serviceEnv({ POSTSEAL_ROLES: 'api' }))
  const session = (await answerOf(command(service.env, 'session', 'create'))).trim()
  const { device } = await register(service, session)
  expect((await signInWith(service, device)).body).toMatchObject({ session: { origin: 'passkey' } })
  expect((await signInWith(service, device, { origin: 'https://attacker.example' })).status).toBe(401)
  await service.stop()
})
