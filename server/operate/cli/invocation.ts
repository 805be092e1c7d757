/** As the commands that are clients of the API have it: one command line has both. */
export { Invocation, type CommandProcess, type Output } from '../../../cli/src/invocation.js'
