/**
 * The type that programs must expect for a reply or an event of shape `T`. Version 1 of the API can gain values, so a
 * newer service can send a value that the contract does not list. Editors still suggest the values that this version
 * knows.
 */
export type Open<T> = 0 extends 1 & T
  ? T // any
  : T extends string
    ? T | (string extends T ? never : string & {})
    : { -readonly [Field in keyof T]: Open<T[Field]> }

/** Makes the readonly lists of a request writable, as they are in replies. */
export type Mutable<T> = T extends Date ? T : { -readonly [Field in keyof T]: Mutable<T[Field]> }

/**
 * Opens each member of a union of events to newer values. Each member's `type` stays as it is, to distinguish the
 * members.
 */
export type OpenEvent<E extends { type: string }> = E extends unknown
  ? { [Field in keyof E]: Field extends 'type' ? E[Field] : Open<E[Field]> }
  : never
