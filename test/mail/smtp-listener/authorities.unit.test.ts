import { expect, test } from 'vitest'
import { AnsweringServer } from '../../../server/mail/smtp-listener/server.js'

/** Without TLS it has nothing to warn of. */
const silent = { hideSTARTTLS: true }

class Listener extends AnsweringServer<never> {
  protected override makeConnection(): never {
    throw new Error('nobody connects')
  }
}

test('a listener does not read the certificates of authorities, for it asks no client for one', () => {
  expect(new Listener(silent).options).toMatchObject({ ca: [] })
  expect(new Listener({ ...silent, ca: 'its own' }).options).toMatchObject({ ca: 'its own' })
})
