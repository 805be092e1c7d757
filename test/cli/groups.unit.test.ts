import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { ownCatalog } from '../../server/operate/cli/own-catalog.js'
import { operatorCommands } from '../../cli/src/operator-commands.js'
import { Invocation } from '../../server/operate/cli/invocation.js'
import { commandLine, sharedGroups } from '../../server/operate/cli/operator-command.js'

/** The operator's commands and those of the contract are in one command line. */

const { stdin, stdout, stderr } = process
const program = commandLine(new Invocation({ env: {}, stdin, stdout, stderr }))

const namesOf = (command: Command) => [command.name(), ...command.aliases()]

test('no operation has the name of a command of the operator', () => {
  for (const { name, operations } of ownCatalog().groups) {
    const group = program.commands.find((each) => namesOf(each).includes(name))
    const taken = group?.commands.flatMap(namesOf) ?? []
    expect(
      operations.filter((operation) => taken.includes(operation.name)),
      name,
    ).toEqual([])
    // A command that is no group cannot become one.
    if (group !== undefined) expect(taken, name).not.toEqual([])
  }
})

test('no group of the contract is a command of the client that is none of an operation', () => {
  const names = ownCatalog().groups.map(({ name }) => name)
  expect(names.filter((name) => ['completion', 'mcp', 'profile'].includes(name))).toEqual([])
})

test('no operation on templates has the name of a command for files', () => {
  const names = ownCatalog()
    .groups.find(({ name }) => name === 'templates')
    ?.operations.map(({ name }) => name)
  expect(names).toContain('publish')
  expect(names?.filter((name) => ['push', 'pull', 'diff'].includes(name))).toEqual([])
})

test('the groups that have both are known, so that no other command reads the contract', () => {
  const groups = ownCatalog().groups.map(({ name }) => name)
  const both = program.commands.filter((each) => namesOf(each).some((name) => groups.includes(name)))
  expect(both.map((each) => each.name()).sort()).toEqual([...sharedGroups].sort())
})

test("the package of the client's commands knows all of the operator", () => {
  const known = [...operatorCommands].map(([name, commands]) => [name, [...commands].sort()])
  const all = program.commands.map((each) => [each.name(), each.commands.map((one) => one.name()).sort()])
  expect(known.sort()).toEqual(all.sort())
})
