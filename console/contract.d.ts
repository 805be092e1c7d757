/** Constraints that the contract puts on a value. */
interface ContractRule {
  readonly type?: string | readonly string[]
  readonly required?: boolean
  readonly enum?: readonly (string | null)[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly items?: ContractRule
  readonly properties?: ContractRules
}

/** The rules of an object, by the names of its properties. */
type ContractRules = Readonly<Record<string, ContractRule>>

/** The rules of a schema of the contract, put in by the build. */
declare module 'contract:*' {
  const rules: ContractRules
  export default rules
}
