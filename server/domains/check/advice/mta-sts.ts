import type { Looker } from '../looker.js'
import { missing, ok, wrong } from '../verdict.js'

/** As senders tell it from other texts (RFC 8461, section 3.1). */
const version = /^v=STSv1[ \t]*;/

/** Looks whether the domain announces a policy of encryption for mail to it. The policy itself is not fetched. */
export const lookAtMtaSts: Looker = async ({ name }, { domain, resolver }) => {
  const { records } = await resolver.txt(name)
  const announced = records.filter((text) => version.test(text))
  const [record] = announced
  if (record === undefined) {
    const near = records.some((text) => /^\W*v\s*=\s*stsv/i.test(text))
    if (near) {
      const advice = `The TXT record at ${name} has to begin with "v=STSv1;", exactly so.`
      return wrong(records, 'mta_sts_version', advice)
    }
    const advice =
      `Where mail to ${domain.name} matters too, publish an MTA-STS policy and announce it at ${name}, ` +
      'so that nobody can read it on its way.'
    return missing('mta_sts_missing', advice)
  }
  if (announced.length > 1) {
    const advice = `There are several MTA-STS records at ${name}, so senders see no policy. Leave one only.`
    return wrong(records, 'mta_sts_several', advice)
  }
  const fields = record.split(';').map((field) => field.trim())
  const id = fields.find((field) => /^id\s*=/.test(field))
  if (id === undefined) {
    const advice =
      `The MTA-STS record at ${name} has no id=, so senders pass over it. Add one, and change it with ` +
      'each change of the policy.'
    return wrong(records, 'mta_sts_no_id', advice)
  }
  if (!/^id=[A-Za-z0-9]{1,32}$/.test(id)) {
    const advice = `The id of the MTA-STS record at ${name} has to be 1 to 32 letters and digits.`
    return wrong(records, 'mta_sts_invalid_id', advice)
  }
  return ok(records)
}
