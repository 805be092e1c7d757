// Adds to the bundled contract the other path at which the service answers an operation. `x-alias` of the operation
// names it. An alias is made of its operation, so that the two cannot drift apart: its request, replies and credentials
// are the same.

const methods = ['get', 'put', 'post', 'patch', 'delete']

/**
 * Adds the aliases of a contract, each with `x-alias-of`, the operationId of what it is an alias of.
 *
 * @param contract is changed
 * @throws Error where a path has an operation of that method already, or another one has the operationId
 */
export function addAliases(contract) {
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) =>
      item[method] === undefined ? [] : [{ path, method, operation: item[method] }],
    ),
  )
  const ids = new Set(operations.map(({ operation }) => operation.operationId))
  for (const { path, method, operation } of operations) {
    const { 'x-alias': alias, ...same } = operation
    if (alias === undefined) continue
    delete operation['x-alias']
    const [original, other] = [path, alias.path].map((each) => `\`${method.toUpperCase()} ${each}\``)
    if (contract.paths[alias.path]?.[method] !== undefined || ids.has(alias.operationId)) {
      throw new Error(`${alias.operationId}, ${other}, is there already`)
    }
    ids.add(alias.operationId)
    operation.description = `${same.description.trimEnd()}\n\nAlso answered at ${other}.\n`
    const copy = structuredClone(same)
    const described = {
      operationId: alias.operationId,
      'x-alias-of': same.operationId,
      'x-since': alias.since,
      description: `An alias of ${original}, which the clients call: the same operation at another path.`,
    }
    contract.paths[alias.path] = { ...contract.paths[alias.path], [method]: { ...copy, ...described } }
  }
}

/** The contract as clients call it: each operation at one path. */
export function withoutAliases(contract) {
  const isOwn = ([, part]) => part['x-alias-of'] === undefined
  const paths = Object.entries(contract.paths)
    .map(([path, item]) => [path, Object.fromEntries(Object.entries(item).filter(isOwn))])
    .filter(([, item]) => methods.some((method) => item[method] !== undefined))
  return { ...contract, paths: Object.fromEntries(paths) }
}
