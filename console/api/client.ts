import { Postseal } from 'postseal'
import { apiBase } from '../state/location.js'
import { noteServiceTime } from './service-time.js'
import { noteCall, noteReply } from './traffic.js'

/** Milliseconds. A reply of a slow service comes within 3 s. */
const timeout = 20_000

/** The API client. It acts in the name of the session in the cookie: the console has no other way to the service. */
export const client = new Postseal({
  baseURL: apiBase,
  // The credential is the cookie. It counts only with this header, which no page of another origin can set.
  defaultHeaders: { Authorization: null, 'Postseal-Console': '1' },
  dangerouslyAllowBrowser: true,
  timeout,
  maxRetries: 1,
  logLevel: 'off',
  fetch: async (url, init) => {
    noteCall(url, init)
    try {
      const reply = await fetch(url, { ...init, credentials: 'same-origin', cache: 'no-store' })
      noteReply(url, reply.status)
      noteServiceTime(reply.headers.get('Date'))
      return reply
    } catch (error) {
      if (init?.signal?.aborted !== true) noteReply(url, undefined)
      throw error
    }
  },
})
