// Made from openapi/ by scripts/generate.mjs. Do not edit.
export type TimeField = 'at' | 'expires_at' | 'scheduled_at' | 'since' | 'until'
