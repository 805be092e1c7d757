import { readFileSync } from 'node:fs'

/** Which replies a client tries again, and when, as README.md has it. */
interface ReplyTable {
  now: number
  again: { status: number; code: string }[]
  never: { status: number; code: string }[]
  headers: { name: string; retry_after: string | null; wait: number | null; told: number | null }[]
}

export const replyTable = JSON.parse(
  readFileSync(new URL('replies.json', import.meta.url), 'utf8'),
) as ReplyTable
