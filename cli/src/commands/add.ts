import type { Command } from 'commander'
import type { CatalogOperation } from '../contract/catalog.js'
import type { Client } from './client.js'
import { fieldsOf, optionsOf, ownOptionsOf, type Given } from './options.js'

/**
 * Adds a command for each operation of the contract. Existing groups get the operations with their name.
 *
 * @param args the command-line arguments; options of other groups are not created
 */
export function addOperations(program: Command, client: Client, args: readonly string[]): void {
  for (const { name, title, operations } of client.catalog.groups) {
    const group = groupOf(program, name, `${title}, through the API of a service.`)
    const isAsked = args.includes(name) || args.includes(group.name())
    for (const operation of operations) addOperation(group, client, operation, isAsked)
  }
}

/** Returns the group with this name. */
export function groupOf(program: Command, name: string, description: string): Command {
  const known = program.commands.find((each) => each.name() === name || each.aliases().includes(name))
  return known ?? program.command(name).description(description)
}

function addOperation(
  group: Command,
  client: Client,
  operation: CatalogOperation,
  hasOptions: boolean,
): void {
  const { name, summary, description, since, credential, variables } = operation
  const command = group.command(name).summary(`${summary}.`)
  if (!hasOptions) return
  command.description(
    [`${summary}.`, description, `${credentialWords(credential)} Since version ${since} of the service.`]
      .filter((text) => text !== '')
      .join('\n\n'),
  )
  for (const variable of variables)
    command.argument(`<${variable.name.replaceAll('_', '-')}>`, variable.description)
  for (const field of fieldsOf(operation)) for (const option of optionsOf(field)) command.addOption(option)
  for (const option of ownOptionsOf(operation)) command.addOption(option)
  if (operation.body?.kind === 'json') command.addHelpText('after', valuesHelp)
  command.action(async (...given: unknown[]) => {
    // Help and usage errors do not need the code that sends requests.
    const { runOperation } = await import('./run-operation.js')
    const options = given[variables.length] as Given
    await runOperation(client, operation, given.slice(0, variables.length) as string[], options)
  })
}

function credentialWords(credential: string | undefined): string {
  return credential === undefined ? 'Takes no credential.' : `Takes ${credential}.`
}

const valuesHelp = `
Options that can be given several times make lists; key=value, key:=json or one JSON text make objects.
@file reads a value of the body from a file, @- from standard input; @@ begins a text with an @.`
