import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { talk } from '../../support/mail-servers/smtp-talk.js'
import { until } from '../../support/time/until.js'
import { auth, listen } from './listening.js'

test('who does not sign in has to go, and who has may stay', async () => {
  const port = await listen({ signInMs: 300 })
  // It is sent away as well where the machine is too slow for it.
  const signedIn = await until(async () => {
    const client = await talk(port)
    await client.say('EHLO shop.example')
    return (await client.say(auth('key')))?.startsWith('235 ') && client
  }, 'a client to sign in')
  const silent = await talk(port)
  expect(await silent.reply()).toBe('421 4.4.2 Nobody has signed in')
  expect(await silent.reply()).toBeUndefined()
  expect(await signedIn.say('NOOP')).toMatch(/^250 /)
})

test('guessing at keys ends the connection', async () => {
  const client = await talk(await listen({ errors: 3 }))
  await client.say('EHLO shop.example')
  for (let guess = 1; guess <= 3; guess += 1) {
    expect(await client.say(auth(`guess ${guess}`))).toBe(
      '535 5.7.8 invalid_credentials: This API key does not exist.',
    )
  }
  expect(await client.reply()).toBe('421 4.7.0 Too many errors')
  expect(await client.reply()).toBeUndefined()
})

test('strangers of one address have some connections, and who has signed in is none of them', async () => {
  const port = await listen({ strangersOfAddress: 1 })
  const first = await talk(port)
  expect(first.greeting).toMatch(/^220 /)
  expect((await talk(port)).greeting).toMatch(/^421 4\.7\.0 /)
  await first.say('EHLO shop.example')
  await first.say(auth('key'))
  expect((await talk(port)).greeting).toMatch(/^220 /)
})

test('STARTTLS without a certificate is refused with what to set', async () => {
  const client = await talk(await listen())
  expect(await client.say('EHLO shop.example')).not.toMatch(/STARTTLS/)
  expect(await client.say('STARTTLS')).toBe(
    '502 5.5.1 This port has no TLS: set POSTSEAL_SUBMISSION_TLS_CERT',
  )
  // What is no command stays none.
  expect(await client.say('STARTLS')).toBe('500 5.5.2 Error: command not recognized')
  expect(await client.say(auth('key'))).toMatch(/^235 /)
})

test('without TLS no password is taken from another machine', async ({ skip }) => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  const address = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address
  if (address === undefined) return skip('this machine has no address but its own loopback')
  const client = await talk(await listen(), address)
  expect(await client.say('EHLO shop.example')).not.toMatch(/AUTH/)
  expect(await client.say(auth('key'))).toMatch(
    /^538 5\.7\.11 This port has no TLS: set POSTSEAL_SUBMISSION_TLS_CERT, or sign in from the machine/,
  )
  expect(await client.say('MAIL FROM:<a@shop.example>')).toMatch(
    /^530 5\.7\.0 This port has no TLS: set POSTSEAL_SUBMISSION_TLS_CERT/,
  )
})
