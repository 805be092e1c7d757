/** As many test mails of campaigns a workspace sends in an hour. */
export const testMailQuota = { max: 20, windowSeconds: 3600 }
