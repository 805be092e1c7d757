/** Names a template by its id, or else by its alias. */
export function templateNamed(id: string): { readonly template_id: string } | { readonly alias: string } {
  return /^tpl_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id) ? { template_id: id } : { alias: id }
}
