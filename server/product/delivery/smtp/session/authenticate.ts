import type { SmtpFailure } from '../result.js'
import type { Channel } from './channel.js'
import type { ServerReply } from './reply-reader.js'
import { broken, refused, StepFailed } from './step-failed.js'

export interface Credentials {
  readonly user: string
  readonly password: string
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const unsupported: SmtpFailure = 'unsupported'

/**
 * Logs in (RFC 4954) by PLAIN (RFC 4616), or by LOGIN, the only mechanism of some servers.
 *
 * @param mechanisms mechanisms that the server offers, in upper case
 * @throws StepFailed without the server's words, which may repeat the password
 */
export async function authenticateSession(
  channel: Channel,
  mechanisms: readonly string[],
  { user, password }: Credentials,
  { host, ms }: { readonly host: string; readonly ms: number },
): Promise<void> {
  const secrets = [base64(`\0${user}\0${password}`), base64(password), base64(user), password]
  channel.hide(secrets)
  const say = async (line: string, wanted: number): Promise<void> => {
    channel.write(`${line}\r\n`, 1)
    const reply = await channel.reply('auth', ms).catch(silently)
    if (reply.code !== wanted) throw refused('auth', without(channel, reply), host)
  }

  if (mechanisms.includes('PLAIN')) {
    await say(`AUTH PLAIN ${secrets[0]}`, 235)
  } else if (mechanisms.includes('LOGIN')) {
    await say('AUTH LOGIN', 334)
    await say(base64(user), 334)
    await say(base64(password), 235)
  } else {
    throw broken('auth', unsupported, 'The server offers neither AUTH PLAIN nor AUTH LOGIN.')
  }
}

/** Throws the error without the beginning of an invalid reply, which may be a part of a secret. */
function silently(error: unknown): never {
  const garbled = error instanceof StepFailed && error.result.reply === undefined
  if (garbled && error.result.failure === 'garbage')
    throw broken('auth', 'garbage', 'The server’s answer to the login is not an SMTP reply.')
  throw error
}

function without(channel: Channel, reply: ServerReply): ServerReply {
  return { code: reply.code, texts: reply.texts.map((text) => channel.withoutSecrets(text)) }
}
