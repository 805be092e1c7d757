import type { Rule } from './rule.js'

/**
 * Replies that say that there is no such mailbox. A text in this list takes the address off the list for good, so the
 * texts match little else.
 */
export const unknownUsers: readonly Rule[] = [
  {
    // procmail, of its own trouble: 550 5.1.1 procmail: Couldn't create "/var/spool/mail/ada" id: ada: No such user
    class: 'server',
    says: ["procmail: couldn't create"],
  },
  {
    // Office 365: 550 5.4.1 Recipient address rejected: Access denied. AS(201806281) (the directory does not have it).
    // Postfix says the same for any rule of its operator: 554 5.7.1 <a@example.com>: Recipient address rejected: Access
    // denied
    class: 'unknown_user',
    codes: ['4.1'],
    says: ['recipient address rejected: access denied'],
  },
  {
    class: 'unknown_user',
    says: [
      // Gmail: 550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking
      // the recipient's email address
      'account that you tried to reach does not exist',
      // Exchange: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient a@example.com not found by SMTP
      // address lookup
      'resolver.adr.recipientnotfound',
      // Exchange: 550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found
      'resolver.adr.exrecipnotfound',
      'not found by smtp address lookup',
      // Yahoo: 554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.com) [0] / (… a
      // ymail.com account)
      "user doesn't have a … account",
      // Yahoo: 552 1 Requested mail action aborted, mailbox not found
      'mailbox not found',
      // iCloud: 550 5.1.1 <a@icloud.com>: user does not exist
      'user does not exist',
      "user doesn't exist",
      // iCloud: 550 5.1.1 … user lookup success but no user record found
      'no user record found',
      // Postfix: 550 5.1.1 <a@example.com>: Recipient address rejected: User unknown in virtual mailbox table
      // (local recipient table …)
      'user unknown',
      // Exim: 550 Unrouteable address (a local part that no router takes)
      'unrouteable address',
      'unroutable address',
      // Exim, cPanel: 550 No Such User Here
      'no such user',
      // qmail: 550 sorry, no mailbox here by that name. (#5.1.1 - chkuser)
      'no mailbox here by that name',
      // qmail-ldap: 550 Sorry, no mailbox here
      'no mailbox here',
      // web.de: 550 Unknown local part alias in <alias@web.de>
      'unknown local part',
      // Lotus Domino: 550 a@example.com... No such user / User a@example.com not listed in Domino Directory
      'not listed in domino directory',
      'not listed in public name & address book',
      // Mail.ru: 550 Message was not accepted -- invalid mailbox. Local mailbox a@mail.ru is unavailable: user not found
      'user not found',
      'invalid mailbox',
      // Mimecast: 550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550
      'invalid recipient',
      // Proofpoint Essentials: 550 5.7.1 <a@example.com>: Recipient address rejected: User email address is
      // marked as invalid
      'user email address is marked as invalid',
      // Cisco: 550 #5.1.0 Address rejected.
      '#5.1.0 address rejected',
      // Google Groups: 550 5.1.1 … We're writing to let you know that the group you tried to contact may not
      // exist
      'group you tried to contact',
      // Comcast: 550 5.1.1 Not our Customer
      'not our customer',
      // Orange: 550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]. La Poste:
      // 550 5.5.0 Adresse destinataire invalide. Invalid recipient. LPN007_416
      'ofr_416',
      'ofrNNN_416',
      'lpnNNN_416',
      'adresse destinataire invalide',
      'adresse d au moins un destinataire invalide',
      // Italian hosts: 550 Destinatario sconosciuto
      'destinatario sconosciuto',
      // Others, each in words of its own: 550 unknown user / 550 Recipient not found / 554 This address no
      // longer exists …
      'unknown user',
      'unknown recipient',
      'recipient unknown',
      'unknown address',
      'address unknown',
      'unknown mailbox',
      'mailbox unknown',
      'unknown account',
      'recipient not found',
      'recipient … does not exist',
      'address not found',
      'address does not exist',
      "address doesn't exist",
      'mailbox does not exist',
      "mailbox doesn't exist",
      'account does not exist',
      "account doesn't exist",
      'account not found',
      'no such mailbox',
      'no such recipient',
      'no such address',
      'no such account',
      'no such person',
      'invalid user',
      'invalid address',
      'not a valid user',
      'not a valid mailbox',
      'not a known user',
      'not a valid recipient',
      'bad destination mailbox address',
      'nonexistent user',
      'non-existent user',
      'mailbox no longer exists',
      'address no longer exists',
      'account no longer exists',
      'recipient no longer exists',
      'user no longer exists',
      '@ no longer exists',
      '@> no longer exists',
      '@>: no longer exists',
      'user not exist',
      'mailbox not exist',
      'account not exist',
      'does not have an account here',
    ],
  },
]
