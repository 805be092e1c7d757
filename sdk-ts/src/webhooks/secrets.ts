/** One signing secret as you received it, or several secrets of which any can match, such as during a rotation. */
export type WebhookSecrets =
  | { secret: string | undefined; secrets?: undefined }
  | { secrets: readonly string[]; secret?: undefined }

/**
 * Returns the secrets as a list.
 *
 * @throws TypeError if there is no secret, or one is empty or not text, because anyone could sign with that
 */
export function secretsOf({ secret, secrets }: WebhookSecrets): string[] {
  const all: unknown[] = [secrets ?? secret ?? []].flat()
  if (!all[0] || !all.every((one) => typeof one === 'string' && one.trim())) {
    const option = secrets === undefined ? 'secret is' : 'secrets has none, or one that is'
    throw new TypeError(`${option} missing or empty: is the variable, such as POSTSEAL_WEBHOOK_SECRET, set?`)
  }
  return all as string[]
}
