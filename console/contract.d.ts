/** The rules of a schema of the contract, put in by the build. */
declare module 'contract:*' {
  import type { Rules } from './ui/rules.js'
  const rules: Rules
  export default rules
}
