import type { Rule } from './rule.js'

/** Replies that say that the sender's address or domain is on a block list, somebody's or the provider's own. */
export const reputation: readonly Rule[] = [
  {
    class: 'reputation',
    says: [
      // 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org;
      // https://www.spamhaus.org/…
      'spamhaus.org',
      // 550 5.7.1 Blocked by SpamCop, see https://www.spamcop.net/bl.shtml?192.0.2.1
      'spamcop.net',
      // 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using b.barracudacentral.org
      'barracudacentral.org',
      // Barracuda: 550 192.0.2.1 is blocked by the Barracuda Reputation Block List. See
      // http://www.barracudanetworks.com/reputation/
      'barracudanetworks.com/reputation',
      // 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.mailspike.net
      'mailspike',
      'mailspike.net',
      // 553 5.3.0 Message from 192.0.2.1 rejected - see http://www.sorbs.net
      'sorbs.net',
      // 550 5.7.1 Rejected: 192.0.2.1 listed at dnsbl-1.uceprotect.net
      'uceprotect',
      'uceprotect.net',
      // 554 5.7.1 … Client host [192.0.2.1] blocked using ix.dnsbl.manitu.net
      'dnsbl.manitu.net',
      // 550 5.7.1 SPFBL permanently blocked. See https://matrix.spfbl.net/192.0.2.1
      'spfbl.net',
      // 550 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1
      'proofpoint.com/dnsbl-lookup',
      // 554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1
      'ipcheck.proofpoint.com',
      // 554-mx.example.com 554 Your access to this mail system has been rejected due to the sending MTA's
      // poor reputation. (Cisco Secure Email, with its reputation from Talos, formerly SenderBase)
      "sending mta's poor reputation",
      // 554 5.7.1 Your IP has a poor reputation on SenderBase / see https://talosintelligence.com
      'senderbase.org',
      'talosintelligence.com',
      // 550 5.7.1 Email rejected per DNSBL / 554 5.7.1 … is listed in a DNSBL
      'dnsbl*',
      'dnsbl.',
      // 550 5.7.1 Rejected by RBL / 554 RBL rejection: …
      'by rbl',
      'rbl rejection',
      'rbl restriction',
      // Mimecast: 550 IP Found on one or more RBLs
      'ip found on one or more',
      // Postfix: 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.example.org
      'client host … blocked using',
      // Postfix, smtpd_sender_restrictions: 554 5.7.1 Service unavailable; Sender address [a@example.com]
      // blocked using …
      'sender address … blocked using',
      // Exim: 550 rejected because 192.0.2.1 is in a black list at bl.example.org
      'is in a black list at',
      'is in a blacklist at',
      // 550 5.7.1 Your IP is blacklisted / 554 5.7.1 192.0.2.1 has been blacklisted / 550 … is on a block
      // list
      'is blacklisted',
      'been blacklisted',
      'is blocklisted',
      'been blocklisted',
      'on a blacklist',
      'on a block list',
      'on our blacklist',
      'on our block list',
      'in our blacklist',
      'in our block list',
      'on a blocklist',
      'on our blocklist',
      'in our blocklist',
      // GMX and web.de: 554-gmx.net (mxgmx104) Nemesis ESMTP Service not available 554-No SMTP service 554-IP
      // address is block listed.
      'ip address is block listed',
      'ip address is black listed',
      // T-Online: 554 IP=192.0.2.1 - A problem occurred. Ask your postmaster for help or to contact
      // tosa@rx.t-online.de
      'a problem occurred. ask your postmaster',
      'a problem occurred. (ask your postmaster',
      // T-Online: 554 IP=192.0.2.1 - Dialup/transient IP not allowed. Use a mailgateway
      'dialup/transient ip not allowed',
      // Outlook.com: 550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your
      // Internet service provider since part of their network is on our block list (S3140). / (S3150)
      'network is on our block list',
      '(s3140)',
      '(s3150)',
      // Outlook.com: 550 SC-001 Mail rejected by Outlook.com for policy reasons. … (SC-002, SC-004, DY-001,
      // DY-002, OU-001, OU-002)
      'rejected by outlook.com for policy reasons',
      'rejected by windows live hotmail for policy reasons',
      // Office 365: 550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this
      // list …
      'banned sending ip',
      // Office 365: 550 5.7.511 Access denied, banned sender[192.0.2.1]. To request removal from this list
      // please forward …
      'banned sender',
      // Office 365: 550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Blocklist 1; to
      // request removal …
      'blocked using blocklist',
      // Office 365: 550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.
      'traffic not accepted from this ip',
      // Gmail: 550 5.7.1 Our system has detected that this message is likely suspicious due to the very low
      // reputation of the sending IP address. (and: of the sending domain)
      'very low reputation',
      // Gmail: 550 5.7.1 The IP you're using to send mail is not authorized to send email directly to our
      // servers.
      "ip you're using to send mail is not authorized",
      // Gmail: 421 4.7.0 Our system has detected an unusual rate of unsolicited mail originating from your IP
      // address.
      'unusual rate of unsolicited mail',
      // Yahoo: 553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in
      // Spamhaus's list
      '[blNN]',
      // Yahoo: 554 5.7.1 [TSS09] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT
      // succeed.
      'will be permanently deferred',
      // Yahoo: 553 Mail from 192.0.2.1 not allowed - 5.7.1 [BL23] Connections will not be accepted from
      // 192.0.2.1
      'connections will not be accepted from',
      // AOL: 554 5.7.1 : (RLY:B1) https://postmaster.aol.com/error-codes / 421 4.7.1 : (DYN:T1)
      '(rly:bN)',
      '(dyn:',
      // iCloud: 550 5.7.1 Mail from IP 192.0.2.1 was rejected due to listing in Spamhaus PBL.
      'was rejected due to listing in',
      // iCloud: 554 5.7.1 [HM08] Message rejected due to local policy / 550 5.7.1 [CS01] Message rejected due
      // to local policy.
      '[hmNN]',
      '[csNN]',
      // Comcast: 554 resimta-po-01v comcast 192.0.2.1 found on one or more DNSBLs, see
      // http://postmaster.comcast.net/… BL000000
      'bl00NNNN',
      // Comcast: 550 5.7.1 192.0.2.1 Comcast block for spam. Please see http://postmaster.comcast.net/
      'block for spam',
      // Cloudmark: 550 5.7.1 Mail refused by 192.0.2.1, see http://csi.cloudmark.com/en/reset/?ip=…
      'csi.cloudmark.com',
      // Trend Micro: 550 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using Trend Micro Email
      // Reputation Service.
      'email reputation service',
      // Symantec: 501 Connection rejected by policy [7.7] 38107, please visit
      // https://ipremoval.sms.symantec.com/
      'ipremoval.sms.symantec.com',
      // Fortinet: 550 5.7.1 … blocked by FortiGuard
      'fortiguard',
      'fortiguard.com',
      // Trustwave and others: 550 … low reputation / bad reputation / poor reputation
      'bad reputation',
      'poor reputation',
      'low reputation',
      // GoDaddy: 554 This IP has been temporarily blocked for attempting to … too many invalid recipients. IB112 / 554
      // Connection refused. This IP has a poor reputation … IB103
      'ib103',
      'ib104',
      'ib105',
      'ib106',
      'ib110',
      'ib111',
      'ib112',
      'ib113',
      // Free: 421 Too many spams from your IP (192.0.2.1), please visit http://postmaster.free.fr/
      'too many spams from your ip',
      // Mimecast: 550 Local CT IP Reputation - (reject) / 451 IP temporarily blacklisted
      'local ct ip reputation',
      'ip temporarily blacklisted',
      // QQ: 550 Suspected spam ip / Suspected bounce attacks
      'suspected spam ip',
      'suspected bounce attacks',
      // Orange: 550 mwinf5c04 ME Adresse IP source bloquee pour incident de spam. … OFR006_102
      'adresse ip source bloquee',
      'ofrNNN_102',
      'lpnNNN_102',
      'lpnaaa_101',
      // Orange: 550 5.7.1 Mail rejete. Mail rejected. OFR_506 [506]
      'ofr_506',
      // QQ: 550 Connection denied. http://service.mail.qq.com/cgi-bin/help?…
      'connection denied. http://service.mail.qq.com',
      // Yandex: 554 5.7.1 [2] Message rejected … Client host [192.0.2.1] blocked by spam statistics - see
      // http://feedback.yandex.ru/…
      'blocked by spam statistics',
      // Mail.ru: 550 5.7.1 The message was rejected: your IP address 192.0.2.1 has been blocked due to spam.
      // / 550 spam message rejected
      'your ip address … blocked',
      'your ip … been blocked',
      // Yahoo: 451 VS1-IP Excessive unknown recipients - possible Open Relay. It is about the list, so not
      // about this recipient.
      'excessive unknown recipients',
      'too many unknown recipients',
      'too many invalid recipients',
      // Sophos: 550 Excessive userid unknowns
      'excessive userid unknowns',
    ],
  },
]
