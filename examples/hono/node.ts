import { serve } from '@hono/node-server'
import app from './app.js'

// On Node; elsewhere app.ts is all that is needed.
export const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
