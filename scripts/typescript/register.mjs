// `node --import ./scripts/typescript/register.mjs file.ts` runs TypeScript from its source, as the tests do,
// so that a benchmark calls the service's own functions and paths beside the source stay what they are.
import * as modules from 'node:module'
import * as hooks from './hooks.mjs'

// Node 26 deprecates hooks that run in a thread of their own, and Node 20 has no others.
if (typeof modules.registerHooks === 'function') modules.registerHooks(hooks)
else modules.register('./hooks.mjs', import.meta.url)
