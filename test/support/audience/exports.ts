/** Exports of other programs, with the columns that these write. */

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const attributes = JSON.stringify({
  city: 'Bengaluru',
  seats: 5,
  vip: true,
  none: null,
  bio: 'x'.repeat(1001),
  address: { postal: { code: '560001' }, lines: [] },
  tags: ['alpha', 'beta'],
  orders: [{ id: 1 }],
  城市: 'x',
})

/** As listmonk's handler of exports writes it: JSON of PostgreSQL, and times as Go prints them. */
export const listmonk = [
  'uuid,email,name,attributes,status,created_at,updated_at',
  `6f1e…1,Ada@example.com,"Ada ""the first"" Łovelace",${quoted(attributes)},enabled,2024-01-02 10:00:00.123456 +0530 +0530,2024-01-02 10:00:00.1 +0000 UTC`,
  '6f1e…2,blocked@example.com,Bo,{},blocklisted,2024-01-02 10:00:00 +0530 +0530,2025-03-02 10:00:00.5 +0530 +0530',
  '6f1e…3,odd@example.com,,[],disabled,2024-01-02 10:00:00 +0000 UTC,0001-01-01 00:00:00 +0000 UTC',
  '6f1e…4,=cmd@example.com,-1; =2,{},enabled,2024-01-02 10:00:00 +0000 UTC,2024-01-02 10:00:00 +0000 UTC',
  '',
].join('\n')

const fields =
  'Email Address,First Name,Last Name,Phone Number,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP'

/** The files of an audience of Mailchimp. */
export const subscribed = [
  `${fields},GMTOFF,LAST_CHANGED,LEID,EUID,NOTES,TAGS`,
  'grace@example.com,Grace,Hopper,+1 555 0101,4,"2024-01-01 09:00:00",192.0.2.10,"2024-01-01 09:05:00",192.0.2.11,1,"2024-01-02 10:00:00",1,e1,"Two\nlines","""Member"",""2025 waiver"""',
  'eve@example.com,Eve,,,2,"2024-02-01 09:00:00",192.0.2.10,,,,,2,e2,,',
  'unproven@example.com,,,,2,,,,,,,3,e3,,',
  '',
].join('\n')
export const unsubscribed = [
  `${fields},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,LEID,EUID,NOTES,TAGS`,
  'bob@example.com,Bob,Jones,,1,"2024-01-01 00:00:00",192.0.2.20,,,"2025-06-01 10:00:00",Summer,c1,NORMAL,,9,z9,,',
  'ben@example.com,Ben,,,1,,,,,,,,,,9,z9,,',
  '',
].join('\n')
export const cleaned = [
  `${fields},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,NOTES,TAGS`,
  'Carol@example.com,Carol,Lee,,1,"2023-06-01 00:00:00",,"2023-06-01 00:00:00",,"2025-05-15 09:00:00",Bounce Cleanup,c1,7,y7,,',
  '',
].join('\n')

/** An export of SendGrid's contacts, with a field of the user's own. */
export const sendgrid = [
  'EMAIL,FIRST_NAME,LAST_NAME,ADDRESS_LINE_1,CITY,POSTAL_CODE,COUNTRY,CONTACT_ID,CREATED_AT,UPDATED_AT,plan',
  'ada@example.com,Ada,Lovelace,"1, Bahnhofstrasse",Zürich,8001,CH,c0ffee,2024-01-01T00:00:00Z,2024-01-01T00:00:00Z,pro',
  '',
].join('\n')
