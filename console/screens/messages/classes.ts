/**
 * Meanings of the classes of refusals, with advice: the contract's `BounceClass`. They say nothing of what comes next,
 * which depends on the outcome and not on the class.
 */
const meanings: Readonly<Record<string, string>> = {
  unknown_user: 'The mailbox does not exist.',
  unknown_domain: 'The domain does not exist or accepts no mail. Check the address for a typing error.',
  mailbox_disabled: 'The mailbox exists, but its provider has closed it.',
  mailbox_full: 'The mailbox is full.',
  recipient_policy: 'The recipient does not accept mail from this sender.',
  content:
    'The server refused the content as spam or as dangerous. Check the links, attachments and wording.',
  too_large: 'The message is larger than the server accepts.',
  unsupported: 'The server lacks an extension that the message needs.',
  authentication: 'SPF, DKIM or DMARC did not pass. Check the DNS records of the sending domain.',
  reputation: 'The server or a block list does not trust the sending IP address.',
  rate_limited: 'The server accepts no more mail from this sender for now.',
  sender_policy: 'The server has a rule of its own about the sender. Its reply says which.',
  network: 'The connection failed: DNS, network, TLS or a timeout.',
  server: 'The server has a problem of its own.',
  other: 'The server’s reply fits no known class.',
}

/** Explains a class; undefined if there is nothing to explain. */
export function meaningOfClass(name: string | null): string | undefined {
  return name === null ? undefined : (meanings[name] ?? meanings.other)
}
