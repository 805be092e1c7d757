import type { BounceClass } from '../../server/product/delivery/bounce/classify.js'

/**
 * Replies as servers give them whose code, or some of whose words, say something else than they mean: about the sender
 * with the code of an unknown user, quoted from another server, with a server's name that looks like a reason.
 */
export const misleadingReplies: Partial<Readonly<Record<BounceClass, readonly string[]>>> = {
  unknown_user: [
    // The name of the server has nothing to say, whatever it looks like.
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [BL2NAM06FT009.eop-nam06.prod.protection.outlook.com 2026-11-28T08:27:29.101Z 08DE2D4F]',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [VE1EUR01FT049.eop-EUR01.prod.protection.outlook.com 2026-11-28T08:27:29.101Z 08DE2D4F]',
    '550 5.5.0 Requested action not taken: mailbox unavailable. [BL2PEPF000101A4.namprd03.prod.outlook.com 2026-11-28T08:27:29.101Z 08DE2D4F]',
    // Another server's words, quoted.
    "550 5.1.0 - Unknown address error 550-'5.1.1 <ada@example.com>... User unknown' (delivery attempts: 0)",
    "550 5.3.0 - Other mail system problem 550-'Unknown user ada@example.com' (delivery attempts: 0)",
    "550 5.1.0 - Unknown address error ('550', ['5.1.1 <ada@example.com>: user does not exist'])",
    '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 <ada@example.com>: User unknown',
    '550 permanent failure for one or more recipients (ada@example.com:550 5.1.1 The email account that you tried to reach does not exist)',
    '550 5.1.1 <ada@example.com>: Recipient address rejected: undeliverable address: host mx.example.net[192.0.2.1] said: 550 5.1.1 No such user (in reply to RCPT TO command)',
    '550 5.1.1 <ada@example.com>: Recipient address rejected: undeliverable address: unknown user: "ada"',
    "550 Remote Server returned '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'",
    '550 The response from the remote server was: 550 5.1.1 <ada@example.com>: user not found',
    '550 host mx.example.net[192.0.2.1] said: 550 5.1.1 unknown or illegal alias (in reply to RCPT TO command)',
    '550 5.7.1 550 User Unknown: ada@example.com',
    '550 550 5.1.1 user unknown (state 14)',
    '550 Remote host said: 550 No such user here',
    '550 <<< 550 5.1.1 <ada@example.com>... User unknown',
    '550 5.1.1 RCP-P1 http://postmaster.example/response_codes?ip=192.0.2.1#rcp Recipient address does not exist',
    '550 5.5.0 Adresse destinataire invalide. Invalid recipient. LPN007_416',
    '550 <ada@example.com>... User not exist',
    '550 <ada@example.com> no longer exists',
    // What stands beside it is about others, and takes nothing back.
    '550 5.1.1 Mailbox does not exist on this server. Your IP address is logged.',
    '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in relay recipient table',
    // The code is all there is, in words of no policy.
    '550 5.1.1 Compte inconnu',
    '550 5.1.1 Address rejected ada@example.com',
    // The code decides between two reasons.
    '550 5.1.1 User unknown or access denied',
  ],
  unknown_domain: [
    "550 5.1.2 - Bad destination host 'DNS Hard Error looking up example.com (MX): NXDomain' (delivery attempts: 0)",
    '550 No such domain.',
  ],
  mailbox_disabled: [
    '550 Mailbox is frozen. See http://mail.example/err/3/',
    '525 5.7.13 Disabled recipient address',
    '550 5.5.0 Le compte du destinataire est bloque. The recipient account is blocked. LPN007_426',
    '550 5.1.6 recipient no longer on server: ada@example.com',
  ],
  mailbox_full: [
    "550 5.1.0 - Unknown address error 550-'5.2.2 <ada@example.com>... Mailbox Full' (delivery attempts: 0)",
    '552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]',
    '552 5.2.2 Storage limit exceeded',
  ],
  recipient_policy: [
    '550 5.1.1 RCP-P2 http://postmaster.example/response_codes?ip=192.0.2.1#rcp Refused due to recipient preferences',
    '550 5.1.1 This list is for members only',
    "550 5.1.0 - Unknown address error 550-'5.1.1 <list@example.com>: members only' (delivery attempts: 0)",
  ],
  content: [
    '550 5.1.1 Blocked by our spam filter',
    '550 5.0.350 Remote server returned message detected as spam -> 554 5.0.0 Rejected',
    '554 This message has been rejected due to content judged to be spam by the internet community. IB212',
    '550 host mx.example.net[192.0.2.1] said: 554 5.6.0 This message has been scored as spam (in reply to end of DATA command)',
  ],
  authentication: [
    "550 5.1.0 192.0.2.1 is not allowed to send from <shop.example> per it's SPF Record. Please inspect your SPF settings, and try again. IB508",
    '550 5.1.1 SPF did not pass',
  ],
  reputation: [
    "553 5.7.1 [BL23] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list",
    '550 5.1.1 Your IP 192.0.2.1 is not allowed to send',
    '550 5.1.1 Your IP is not allowed to send',
    '554 5.1.1 This IP has been temporarily blocked for attempting to mail too many invalid recipients. IB112',
    '554 Connection refused. This IP has a poor reputation on Cloudmark Sender Intelligence (CSI). IB103',
    '554 5.5.0 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.example to clarify.) (BL)',
    '421 Too many spams from your IP (192.0.2.1), please visit http://postmaster.example/',
    "550 5.1.0 - Unknown address error 554-'5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.example.org' (delivery attempts: 0)",
    '554 mx.example.com 192.0.2.1 found on one or more lists, see http://postmaster.example/smtp-error-codes.php#BL000010',
  ],
  rate_limited: [
    '550 5.1.1 <ada@example.com> - 203.0.113.222 has sent to too many recipients this hour. IB607',
    '550 5.1.1 <ada@example.com> This IP has sent too many messages this hour. IB504',
    '550 This message has exceeded the max number of messages per session. Open a new session and try again. IB510',
    '452 This message contains too many recipients. Reduce the number of recipients and retry. IB605',
    '421 4.2.1 Service refuse. Veuillez essayer plus tard. Service refused, please try later. LPN006_107',
    '550 5.2.1 Service refuse. Veuillez essayer plus tard. LPN007_510',
    '550 5.5.0 Service refuse. Veuillez essayer plus tard. service refused, please try later. LPN001_108',
    '421 mwinf5c77 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR_999 [999]',
    '451 too many errors from your ip (rate limiting), please visit http://postmaster.example/',
    '421 4.1.0 192.0.2.1 Throttled - try again later. Please see http://postmaster.example/smtp-error-codes.php#RL000010',
    '550 5.1.1 Too many recipients from you per hour',
  ],
  sender_policy: [
    "550 5.1.0 - Unknown address error 550-'5.7.1 <x@example.com>... Access denied' (delivery attempts: 0)",
    "550 5.1.0 - Unknown address error ('550', ['5.7.1 Access denied'])",
    "550 5.1.0 - Unknown address error 550-'Administrative prohibition' (delivery attempts: 0)",
    '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.7.1 Rejected',
    '550 permanent failure for one or more recipients (ada@example.com:550 5.7.1 Blocked)',
    '550 550 5.7.1 <ada@example.com>... Access denied (state 13)',
    '550 5.1.1 <ada@example.com>: Recipient address rejected: undeliverable address: host mx.example.net[192.0.2.1] said: 554 5.7.1 Client host rejected: Access denied (in reply to RCPT TO command)',
    // It was the sender whom that server did not know.
    '550 host mx.example.net[192.0.2.1] said: 550 5.1.1 No such user (in reply to MAIL FROM command)',
    '550 SMTP error from remote mail server after MAIL FROM:<no-reply@shop.example>: 550 5.1.1 User unknown',
    '550-Verification failed for <no-reply@shop.example>\r\n550-Called:   192.0.2.1\r\n550-Sent:     RCPT TO:<no-reply@shop.example>\r\n550-Response: 550 No such user here\r\n550 Sender verify failed',
    // Any rule of an operator with Postfix.
    '554 5.7.1 <ada@example.com>: Recipient address rejected: Access denied',
    '550-Requested action not taken: mailbox unavailable\r\n550 Invalid DNS MX or A/AAAA resource record',
    '550 5.1.1 Invalid HELO name',
    '550 5.1.1 Access denied',
    '550 5.1.1 Administrative prohibition',
    '550 5.1.1 Invalid user agent',
    '550 5.1.1 Invalid user name or password',
    '550 5.1.2 No such domain shop.example for the sender',
    '550 5.1.1 Recipient address rejected: Mailbox of the sender does not exist',
    '501 5.1.0 Emetteur invalide. Invalid Sender. OFR004_405 [405]',
    '550 example.com From: Domain is invalid. Provide a valid From: IB506',
    '550 5.1.6 Blocked by policy',
    '511 5.1.1 You are not allowed here',
  ],
  server: [
    // For now, until the server that quotes it gave up.
    "550 5.4.7 - Delivery expired (message too old) 450-'4.1.1 user unknown' (delivery attempts: 9)",
    '550 5.1.1 procmail: Couldn\'t create "/var/spool/mail/ada" id: example.com: No such user',
    '550 5.1.1 LDAP lookup failed, try again',
    '550 5.1.1 <ada@example.com>: Recipient address rejected: undeliverable address: mail for example.com loops back to myself',
  ],
  other: [
    // Whoever quotes says nothing of its own.
    "550 5.1.0 - Unknown address error 550-'Rejected' (delivery attempts: 0)",
    "550 5.1.0 - Unknown address error 550-'invalid domain name' (delivery attempts: 0)",
    '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 Rejected',
    '550 5.1.1 <ada@example.com>: Recipient address rejected: undeliverable address: host mx.example.net[192.0.2.1] said: 550 Rejected (in reply to RCPT TO command)',
    '550 permanent failure for one or more recipients (ada@example.com:blocked)',
    // Who is unknown, invalid or gone is not the recipient, or it may be something else.
    '550 Invalid user agent',
    '550 Unknown address of the client',
    '550 Invalid address in MAIL FROM',
    '550 No such domain shop.example for the sender',
    "550 The sender's account does not exist",
    '550 This list no longer exists',
    '550 User unknown or access denied',
    '550 Mailbox unavailable or access denied',
    '550 Requested action not taken: mailbox unavailable (e.g., mailbox not found, no access, or command rejected for policy reasons)',
  ],
}
