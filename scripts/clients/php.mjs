// Makes the folders Api and Model of clients/php/src of what openapi-generator wrote by templates/php.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The options that openapi-generator gets for this client, beside its input and output. */
export const phpOptions = {
  generatorName: 'php',
  additionalProperties: {
    invokerPackage: 'Postseal',
    srcBasePath: 'src',
    variableNamingConvention: 'camelCase',
    disallowAdditionalPropertiesIfNotPresent: false,
  },
  // A day stays a text.
  typeMappings: { DateTime: '\\DateTimeImmutable', date: 'string' },
}

/**
 * Writes the folders Api and Model into `out`, of the generator's files in `made`. `tags` are those of the contract.
 */
export function writePhp(made, out, tags) {
  for (const folder of ['Api', 'Model']) {
    const target = path.join(out, folder)
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    for (const file of readdirSync(path.join(made, 'src', folder)).sort()) {
      const code = tidy(readFileSync(path.join(made, 'src', folder, file), 'utf8'))
      writeFileSync(path.join(target, file), folder === 'Api' ? ofApi(code) : ofModel(code))
    }
  }
  writeFileSync(path.join(out, 'Api', 'Services.php'), services(tags))
}

/**
 * Removes white space, and names of the file's own namespace, which the templates write and the style of PHP does
 * not.
 */
function tidy(code) {
  return `${code
    .replace(/[ \t]+$/gm, '')
    .replaceAll('\\\\', '\\')
    .replace(/^namespace ([\w\\]+);\n+/m, 'namespace $1;\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^( *\*)\n(?: *\*\n)+/gm, '$1\n')
    .replace(/^( *)\/\*\*\n *\*\n/gm, '$1/**\n')
    .replace(/^ *\*\n( *\*\/)/gm, '$1')
    .replaceAll('{\n\n', '{\n')
    .replaceAll('\n\n}', '\n}')
    .trim()}\n`
}

/** The models are imported there, and any kind of time is taken. */
function ofApi(code) {
  return code
    .replace(/\\Postseal\\Model\\/g, 'Model\\')
    .replaceAll('\\DateTimeImmutable', '\\DateTimeInterface')
}

/** Only what is more than a scalar has to be known where it is read and written. */
function ofModel(code) {
  return code
    .replace(/^ {8}'\w+' => '(?:string|int|float|bool|mixed|\w+\[\])',\n/gm, '')
    .replace('[\n    ];', '[];')
}

function services(tags) {
  const words = tags.map((tag) =>
    tag.split(/[^A-Za-z]+/).map((word) => word[0].toUpperCase() + word.slice(1)),
  )
  const list = words.map((parts) => {
    const name = parts.join('')
    const property = [
      parts[0] === parts[0].toUpperCase() ? parts[0].toLowerCase() : lower(parts[0]),
      ...parts.slice(1),
    ]
    return { name, property: property.join('') }
  })
  const properties = list.map(({ name, property }) => `    public readonly ${name}Api $${property};\n`)
  const made = list.map(({ name, property }) => `        $this->${property} = new ${name}Api($caller);\n`)
  return `<?php

// Generated from the contract (npm run generate). Do not edit.

declare(strict_types=1);

namespace Postseal\\Api;

use Postseal\\Internal\\Caller;

/** Has the methods of all operations, by their tags. */
abstract class Services
{
${properties.join('')}
    /** @internal */
    public function __construct(Caller $caller)
    {
${made.join('')}    }
}
`
}

function lower(word) {
  return word[0].toLowerCase() + word.slice(1)
}
