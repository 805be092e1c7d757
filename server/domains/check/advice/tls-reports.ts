import type { Looker } from '../looker.js'
import { missing, ok, wrong } from '../verdict.js'

/** RFC 8460, section 3. */
const version = /^v=TLSRPTv1[ \t]*;/

/** Looks whether the domain asks for reports about encryption of mail to it. */
export const lookAtTlsReports: Looker = async ({ name }, { domain, resolver }) => {
  const { records } = await resolver.txt(name)
  const asking = records.filter((text) => version.test(text))
  const [record] = asking
  if (record === undefined) {
    if (records.some((text) => /^\W*v\s*=\s*tlsrpt/i.test(text))) {
      const advice = `The TXT record at ${name} has to begin with "v=TLSRPTv1;", exactly so.`
      return wrong(records, 'tls_rpt_version', advice)
    }
    const advice =
      `To hear when mail to ${domain.name} cannot be encrypted, publish "v=TLSRPTv1; rua=mailto:…" with ` +
      `an address of yours at ${name}.`
    return missing('tls_rpt_missing', advice)
  }
  if (asking.length > 1) {
    const advice = `There are several TLS-RPT records at ${name}, so nobody sends reports. Leave one only.`
    return wrong(records, 'tls_rpt_several', advice)
  }
  const rua = /;\s*rua\s*=\s*([^;]*)/.exec(record)?.[1]?.trim() ?? ''
  const uris = rua.split(',').map((uri) => uri.trim())
  if (!uris.every((uri) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/i.test(uri))) {
    const advice =
      `The TLS-RPT record at ${name} needs rua= with mailto: or https: addresses, with commas between ` +
      'them.'
    return wrong(records, 'tls_rpt_invalid_address', advice)
  }
  return ok(records)
}
