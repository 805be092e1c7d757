/** Meanings of the classes of refusals, with advice: the contract's `BounceClass`. */
const meanings: Readonly<Record<string, string>> = {
  unknown_user: 'The mailbox does not exist. The address is suppressed, so that nothing is sent to it again.',
  unknown_domain: 'The domain does not exist, or takes no mail. Look for a typing error in the address.',
  mailbox_disabled: 'The mailbox exists, and its provider has closed it.',
  mailbox_full: 'The mailbox has no room. Later mail may be taken.',
  recipient_policy: 'The recipient does not take this mail from this sender.',
  content: 'The server refused the content as spam or as dangerous. Look at links, attachments and wording.',
  too_large: 'The message is larger than the server takes.',
  unsupported: 'The server lacks an extension that the message needs.',
  authentication: 'SPF, DKIM or DMARC did not pass. Look at the records of the sending domain.',
  reputation: 'The server or a block list does not trust the sending address.',
  rate_limited: 'The server takes no more for now. It is tried again, more slowly.',
  sender_policy: 'The server has another rule about the sender. Its words say which.',
  network: 'There was no connection: DNS, network, TLS or a time-out. It is tried again.',
  server: 'The server has trouble of its own. It is tried again.',
  other: 'The server’s words fit no known class.',
}

/** Explains a class; undefined if there is nothing to explain. */
export function meaningOfClass(name: string | null): string | undefined {
  return name === null ? undefined : (meanings[name] ?? meanings.other)
}
