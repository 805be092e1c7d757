/** One signing secret as it was shown, or several of which any will do, as in a rotation. */
export type WebhookSecrets =
  | { secret: string | undefined; secrets?: undefined }
  | { secrets: readonly string[]; secret?: undefined }

/**
 * Returns the secrets as a list.
 *
 * @throws TypeError if there is none, or one of them is empty or no text: anybody could sign with that
 */
export function secretsOf({ secret, secrets }: WebhookSecrets): string[] {
  const all: unknown[] = [secrets ?? secret ?? []].flat()
  if (!all[0] || !all.every((one) => typeof one === 'string' && one.trim())) {
    const option = secrets === undefined ? 'secret is' : 'secrets has none, or one that is'
    throw new TypeError(`${option} missing or empty: is the variable, such as POSTSEAL_WEBHOOK_SECRET, set?`)
  }
  return all as string[]
}
