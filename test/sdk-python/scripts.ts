/** Types of the exports of scripts/python/, which are plain Node modules of which the compiler has no types. */

interface Operation {
  readonly id: string
  readonly tag: string
}

interface Scripts {
  readonly 'classes.mjs': {
    classLines: (name: string, description: string | undefined, fields: Field[]) => string[]
  }
  readonly 'contract.mjs': { operationsOf: (contract: object) => Operation[] }
  readonly 'docs.mjs': {
    docstring: (description: string | undefined, indent: string) => string[]
    firstSentence: (description: string | undefined) => string | undefined
  }
  readonly 'modules.mjs': { stalePythonModules: () => string[] }
  readonly 'names.mjs': {
    constantCase: (name: string) => string
    isKeyword: (word: string) => boolean
    methodOf: (operationId: string, tag: string) => { resource: string; name: string }
  }
  readonly 'operations.mjs': { operationsModule: (contract: object) => string }
  readonly 'sync-modules.mjs': {
    syncModules: (folder: string) => Map<string, string>
    staleSyncModules: (folder: string) => string[]
  }
  readonly 'types.mjs': { typesModule: (contract: object) => string }
  readonly 'unasync.mjs': { unasync: (source: string) => string }
  readonly 'values.mjs': { pythonValue: (value: unknown, column?: number) => string }
}

interface Field {
  readonly field: string
  readonly type: string
  readonly required: boolean
  readonly doc?: string
}

/** Loads one of the modules. */
export async function script<File extends keyof Scripts>(file: File): Promise<Scripts[File]> {
  return (await import(new URL(`../../scripts/python/${file}`, import.meta.url).href)) as Scripts[File]
}
