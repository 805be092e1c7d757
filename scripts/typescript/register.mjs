// `node --import ./scripts/typescript/register.mjs file.ts` runs TypeScript from its source, as the tests do,
// so that a benchmark calls the service's own functions and paths beside the source stay what they are.
import { register } from 'node:module'

register('./hooks.mjs', import.meta.url)
