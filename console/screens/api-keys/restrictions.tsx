import rules from 'contract:CreateApiKeyRequest'
import { LinesField } from '../../ui/forms/field.js'
import type { Values } from '../../ui/forms/form.js'
import { TimeField } from '../../ui/forms/time-field.js'

/** The rules of the restrictions, by the names of their fields. */
export const restrictionRules: ContractRules = rules.restrictions?.properties ?? {}

/** The fields that restrict a key, except for its environment. */
export function RestrictionFields() {
  return (
    <>
      <div class="columns">
        <LinesField
          name="ip_cidrs"
          label="IP ranges"
          list
          mono
          rows={2}
          placeholder="203.0.113.0/24"
          hint="One a line. Requests from other addresses are refused. Empty is anywhere."
        />
        <LinesField
          name="sender_domains"
          label="Sender domains"
          list
          mono
          rows={2}
          placeholder="shop.example"
          hint="One a line, without subdomains. Mail from other domains is refused. Empty is any."
        />
      </div>
      <TimeField name="expires_at" label="Expires" hint="From then on it is refused. Empty is never." />
    </>
  )
}

/** Returns the restrictions typed in a form; an empty field restricts nothing. */
export function restrictionsOf({ ip_cidrs, sender_domains, expires_at }: Values) {
  return {
    ip_cidrs: linesOf(ip_cidrs),
    sender_domains: linesOf(sender_domains),
    expires_at: (expires_at as string | undefined) ?? null,
  }
}

function linesOf(value: unknown): string[] {
  const lines = Array.isArray(value) ? (value as string[]) : []
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
