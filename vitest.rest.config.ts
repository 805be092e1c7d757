import { rest, running } from './vitest.config.js'

export default running(rest)
