import type { Rule } from './rule.js'

/** Replies about any other rule for senders: whom a recipient takes mail from, the sender's names, relaying. */
export const senders: readonly Rule[] = [
  {
    class: 'recipient_policy',
    says: [
      // Exchange: 550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required
      'resolver.rst',
      // Exchange: 550 5.7.1 You do not have permission to send to this recipient
      'permission to send to this recipient',
      // Office 365: 550 5.7.124 Sender not in allowed-senders list for group / 5.7.129 restricted address
      'not in allowed-senders list',
      // Gmail: 550 5.7.1 This message violates example.com email policy. - gcdp (an administrator's own rule)
      'email policy. - gcdp',
      // Sieve: 550 5.7.1 … Message was refused by recipient's filter / Dovecot: The message was refused by
      // the recipient
      'refused by recipient',
      // Facebook: 550 5.1.1 RCP-P2 http://postmaster.facebook.com/… Refused due to recipient preferences
      'recipient preferences',
      // QQ: 550 Mail is rejected by recipients
      'rejected by recipients',
      'refused by the recipient',
      // 550 5.7.1 This recipient does not accept mail from you / recipient has blocked the sender
      'does not accept mail from',
      'not accepting mail from this sender',
      'recipient has blocked',
      // Boxbe and TMDA ask for a confirmation: 550 … challenge-response
      'challenge-response',
    ],
  },
  {
    class: 'sender_policy',
    says: [
      // Gmail: 550 5.7.25 The IP address sending this message does not have a PTR record setup
      'does not have a ptr record',
      // GMX and web.de: 554-No SMTP service 554-Bad DNS PTR resource record.
      'bad dns ptr',
      // Postfix: 450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.1] / cannot find your
      // reverse hostname
      'cannot find your hostname',
      'cannot find your reverse hostname',
      // Comcast: 421 Reverse DNS failure: Try again later
      'reverse dns',
      'rdns',
      // Postfix: 450 4.7.1 <host>: Helo command rejected: Host not found
      'helo command rejected',
      // Postfix: 450 4.1.8 <a@example.com>: Sender address rejected: Domain not found
      'sender address',
      // Exim: 550 Sender domain does not exist / 553 5.1.8 your envelope sender domain must exist
      'sender domain',
      'envelope sender',
      // Sendmail: 553 5.1.8 <a@example.com>... Domain of sender address a@example.com does not exist
      'domain of sender address',
      // Exim: 550 Sender verify failed / 451 Could not complete sender verify callout
      'sender verify failed',
      'sender verify callout',
      'sender verification',
      // qmail: 553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)
      'badmailfrom',
      // qmail: 553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)
      'list of allowed rcpthosts',
      // Postfix: 554 5.7.1 <a@example.com>: Relay access denied
      'relay access denied',
      // Sendmail: 550 5.7.1 <a@example.com>... Relaying denied
      'relaying denied',
      // Exim: 550 relay not permitted
      'relay not permitted',
      // Exchange: 550 5.7.1 Unable to relay / 550 5.7.54 SMTP; Unable to relay recipient in non-accepted
      // domain
      'unable to relay',
      // Office 365: 550 5.7.64 TenantAttribution; Relay Access Denied
      'tenantattribution',
      // 550 relaying mail to example.com is not allowed / 550 we do not relay
      'relaying not allowed',
      'not allowed to relay',
      // 530 5.7.1 Authentication required
      'authentication required',
      'authentication is required',
      // Exchange: 550 5.7.1 Client was not authenticated / 530 5.7.57 Client not authenticated to send mail
      'client was not authenticated',
      'client not authenticated',
      // Postfix: 535 5.7.8 Error: authentication failed: / Gmail: 535 5.7.8 Username and Password not
      // accepted
      'authentication failed',
      'username and password not accepted',
      // Postfix: 554 5.7.1 <host[192.0.2.1]>: Client host rejected: Access denied
      'client host rejected',
      // Sendmail's access map: 550 5.7.1 Sender rejected / 554 5.7.1 sender blocked
      'sender rejected',
      'sender denied',
      'sender blocked',
      'sender is blocked',
      // Mimecast: 550 Administrative prohibition - envelope blocked / 550 Rejected by header based Blocked
      // Senders
      'envelope blocked',
      // Exim, by an operator's rule that gives no reason: 550 Administrative prohibition
      'administrative prohibition',
      // GMX: 550 Requested action not taken: mailbox unavailable Invalid DNS MX or A/AAAA resource record (the sender's)
      'invalid dns mx or a',
      // Orange and La Poste: 501 5.1.0 Emetteur invalide. Invalid Sender. OFR004_405 [405]
      'emetteur invalide',
      'invalid sender',
      // GoDaddy: 550 a@example.com Blank From: addresses are not allowed. … IB501 / 550 example.com From: Domain is
      // invalid. … IB506 / 421 Temporarily rejected. Reverse DNS for this IP failed. IB108 / 535 … IB401
      'ib108',
      'ib401',
      'ib501',
      'ib502',
      'ib506',
      'blocked senders',
    ],
  },
]
