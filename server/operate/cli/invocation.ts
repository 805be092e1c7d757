/** Exports the types of the commands that are clients of the API, since one command line has both. */
export { Invocation, type CommandProcess, type Output } from '../../../cli/src/invocation.js'
