import type { Rule } from './rule.js'

/**
 * Replies that say that too much came at once from this sender, or for this recipient. A slower sender would have
 * been accepted.
 */
export const rate: readonly Rule[] = [
  {
    class: 'rate_limited',
    says: [
      // Gmail: 450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your
      // message at a later time.
      'receiving mail too quickly',
      // Gmail: 450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents
      // additional messages …
      'receiving mail at a rate that',
      // Gmail: 421 4.7.28 Our system has detected an unusual rate of mail originating from your IP address.
      // (also: SPF domain, URL)
      'unusual rate of mail',
      // Gmail: 550 5.4.5 Daily sending quota exceeded. / 550 5.4.5 Daily user sending limit exceeded
      'sending quota exceeded',
      'your sending quota',
      'hourly quota',
      'daily quota',
      'hourly limit',
      'sending limit exceeded',
      // Gmail: 421 4.7.0 Your email has been rate limited
      'been rate limited',
      // Outlook.com: 451 4.7.652 The mail server [192.0.2.1] has exceeded the maximum number of connections.
      'exceeded the maximum number of connections',
      // Outlook.com: 421 RP-001 The mail server IP connecting to Outlook.com server has exceeded the rate
      // limit allowed.
      'exceeded the rate limit',
      // Outlook.com: 451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP
      // reputation.
      'temporarily rate limited',
      // Office 365: 450 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719)
      'server busy. please try again later from',
      // Office 365: 550 5.7.233 / 550 5.2.121 Recipient's per hour message receive limit from specific sender
      // exceeded
      'message receive limit',
      // Office 365: 432 4.3.2 STOREDRV; mailbox recipient thread limit exceeded / Concurrent connections
      // limit exceeded
      'thread limit exceeded',
      'concurrent connections limit exceeded',
      // Exchange: 421 4.3.2 The maximum number of concurrent connections has exceeded a limit, closing
      // transmission channel
      'maximum number of concurrent connections has exceeded',
      // Exchange: 550 5.2.122 The recipient has exceeded their limit for the number of messages they can
      // receive per hour
      'exceeded their limit for the number of messages',
      // Yahoo: 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or
      // user complaints
      '[tssNN]',
      '[tsNN]',
      '[iptsNN]',
      'temporarily deferred due to unexpected volume',
      // Yahoo: 421 Max message per connection reached, closing transmission channel
      'max message per connection',
      // Yahoo: 421 4.7.0 [GL01] Message from (192.0.2.1) temporarily deferred
      '[glNN]',
      // iCloud: 421 4.7.1 Messages to a@icloud.com deferred due to excessive volume. Try again later
      'deferred due to excessive volume',
      // GMX and web.de: 450 … mail rate limit exceeded / 554-Mail rate limit exceeded
      'rate limit exceeded',
      // Comcast: 421 4.1.0 192.0.2.1 Throttled - try again later. Please see http://postmaster.comcast.net/…
      // RL000010
      'rl00NNNN',
      // 451 4.7.1 Throttled / 421 … you are being throttled
      'throttled',
      'throttling',
      // Orange and Free: 421 mwinf5c04 ME Trop de connexions, veuillez verifier votre configuration. Too many
      // connections, slow down. OFR_104
      'trop de connexions',
      'ofr_104',
      'ofrNNN_104',
      'lpnNNN_104',
      // Orange and La Poste, who ask with any code, also 4.2.1, for another time: 421 mwinf5c77 ME Service refuse.
      // Veuillez essayer plus tard. Service refused, please try later. OFR_999 [999] / 550 5.2.1 … LPN007_510
      'service refuse. veuillez essayer plus tard',
      'service refused, please try later',
      'veuillez essayer plus tard',
      // Free: 451 too many errors from your ip (rate limiting), please visit http://postmaster.free.fr/
      'too many errors from your ip',
      // GoDaddy: 550 5.1.1 <a@example.com> - 192.0.2.1 has sent to too many recipients this hour. IB607 / 550 This IP has
      // sent too many messages this hour. IB504 / 550 This message has exceeded the max number of messages per session.
      // … IB510 / 421 Connection refused, too many sessions from This IP. … IB007 / 421 Server temporarily unavailable.
      // Try again later. IB101
      'too many recipients',
      'too many messages this hour',
      'number of messages per session',
      'too many sessions from this ip',
      'ib007',
      'ib101',
      'ib504',
      'ib510',
      'ib6NN',
      // Postfix: 421 4.7.0 mx.example.com Error: too many connections from 192.0.2.1
      'too many connections',
      // Postfix: 450 4.7.1 Error: too much mail from 192.0.2.1
      'too much mail from',
      // Sendmail: 421 4.3.2 Connection rate limit exceeded. / 452 4.3.2 Connection rate limit exceeded. / Too
      // many open connections.
      'connection rate limit',
      'too many open connections',
      // Exim: 421 Too many concurrent SMTP connections; please try again later.
      'too many concurrent',
      // Exim: 451 Sender rate overlimit - 120.5 / 1h / 450 4.7.1 ratelimit
      'rate overlimit',
      'ratelimit*',
      'rate-limit*',
      // Zoho: 550 5.4.6 Unusual sending activity detected
      'unusual sending activity',
      // QQ: 550 Ip frequency limited
      'frequency limited',
      // Greylisting of Postfix with postgrey: 450 4.2.0 <a@example.com>: Recipient address rejected:
      // Greylisted, see http://postgrey.…
      'greylist*',
      'graylist*',
      'grey-list*',
    ],
  },
]
