/** Names of SendGrid's own fields, which no custom argument may pretend to be. */
const own: ReadonlySet<string> = new Set(
  `asm_group_id attempt bounce_classification category cert_err email event ip marketing_campaign_id
  marketing_campaign_name pool post_type reason response send_at sg_content_type sg_event_id sg_machine_open
  sg_message_id sg_template_id sg_template_name smtp-id status timestamp tls type url url_offset useragent`.split(
    /\s+/,
  ),
)

/** Returns the metadata of a message as custom arguments, without those that have the name of a field of SendGrid. */
export function customArguments(metadata: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !own.has(name)))
}
