import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { CommandError, WrongUsage } from '../command-error.js'
import type { Config } from '../../platform/config/config.js'
import { inboundTarget } from '../../product/inbound/target.js'
import { isEmailAddress } from '../../../base/addresses/address.js'
import { contentOf, maxBytes, tooLarge } from './file-content.js'
import { handIn } from '../hand-in/hand-in.js'
import type { Sent, SmtpTarget } from '../hand-in/smtp-client.js'

export interface InboundSendOptions {
  readonly to: readonly string[]
  readonly from: string
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly attach?: readonly string[]
  readonly header?: readonly string[]
  readonly file?: string
  readonly host?: string
  readonly port?: string
}

/**
 * Sends a message to the receiver of inbound mail by SMTP.
 *
 * @param standardInput opens standard input, which the file name `-` stands for
 * @returns the receiver's answer, and the recipients that it did not take
 * @throws CommandError if the message cannot be made, or the receiver refuses it or does not answer
 */
export async function sendInbound(
  config: Pick<Config, 'inboundHost' | 'inboundPort'>,
  options: InboundSendOptions,
  standardInput: () => AsyncIterable<Buffer>,
): Promise<Sent> {
  const target = targetOf(config, options)
  const handedIn = await handIn(target, await mailOf(options, standardInput))
  switch (handedIn.outcome) {
    case 'taken':
      return handedIn
    case 'refused':
      throw new CommandError(`The receiver refused the message: ${handedIn.reply}`)
    case 'unanswered':
      throw new CommandError(
        `The inbound receiver (${target.host}:${target.port}) ${handedIn.reason}. Start the service with the ` +
          'role inbound, or say where it listens with --host and --port.',
      )
  }
}

function targetOf(
  config: Pick<Config, 'inboundHost' | 'inboundPort'>,
  { host, port }: InboundSendOptions,
): SmtpTarget {
  const number = port === undefined ? config.inboundPort : Number(port)
  if (!Number.isInteger(number) || number < 1 || number > 65_535) {
    throw new WrongUsage(
      port === undefined
        ? 'The port of the receiver is any free one (POSTSEAL_INBOUND_PORT): name it with --port.'
        : `--port takes a number from 1 to 65535, not "${port}".`,
    )
  }
  return host === undefined ? inboundTarget(config.inboundHost, number) : { host, port: number }
}

async function mailOf(
  options: InboundSendOptions,
  standardInput: () => AsyncIterable<Buffer>,
): Promise<SendMailOptions> {
  const { to, from, subject, text, html, file } = options
  for (const address of to) {
    if (!isEmailAddress(address)) throw new WrongUsage(`--to takes an address, not "${address}".`)
  }
  const isNull = from === '<>' || from === ''
  if (!isNull && !isEmailAddress(from)) {
    throw new WrongUsage(`--from takes an address or "<>", not "${from}".`)
  }
  const envelope = { from: isNull ? '' : from, to: [...to] }
  if (file !== undefined) return { envelope, raw: await contentOf(file, standardInput) }
  return {
    envelope,
    // A message has an author even if its envelope has no sender (RFC 5322, section 3.6).
    from: { name: '', address: isNull ? 'postmaster@localhost' : from },
    to: to.map((address) => ({ name: '', address })),
    subject: oneLine('--subject', subject ?? ''),
    ...((text !== undefined || html === undefined) && { text: text ?? '' }),
    ...(html !== undefined && { html }),
    headers: (options.header ?? []).map(headerOf),
    attachments: await attachmentsOf(options.attach ?? [], standardInput),
  }
}

async function attachmentsOf(files: readonly string[], standardInput: () => AsyncIterable<Buffer>) {
  const attachments: { filename: string; content: Buffer }[] = []
  let bytes = 0
  for (const file of files) {
    const content = await contentOf(file, standardInput)
    bytes += content.length
    if (bytes > maxBytes) throw tooLarge('The attachments are')
    attachments.push({ filename: file === '-' ? 'attachment' : path.basename(file), content })
  }
  return attachments
}

/** Splits a field of the header (RFC 5322, section 2.2) into name and value. */
function headerOf(line: string): { key: string; value: string } {
  const [, key, value] = /^([!-9;-~]+):[ \t]*(.*)$/s.exec(line) ?? []
  if (key === undefined || value === undefined) {
    throw new WrongUsage(`--header takes "Name: value", not "${line}".`)
  }
  return { key, value: oneLine('--header', value) }
}

function oneLine(option: string, text: string): string {
  if (/[\r\n]/.test(text)) throw new WrongUsage(`${option} takes one line.`)
  return text
}
