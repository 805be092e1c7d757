import { quick, running } from './vitest.config.js'

export default running(quick)
