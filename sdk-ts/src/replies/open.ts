/**
 * The type of a reply or an event of shape `T` as programs must expect it: version 1 of the API takes additions, so
 * where the contract lists values, a newer service may send another one. Editors still suggest the values that this
 * version knows.
 */
export type Open<T> = 0 extends 1 & T
  ? T // any
  : T extends string
    ? T | (string extends T ? never : string & {})
    : { -readonly [Field in keyof T]: Open<T[Field]> }

/** Makes the readonly lists of a request writable, as those of replies are. */
export type Mutable<T> = T extends Date ? T : { -readonly [Field in keyof T]: Mutable<T[Field]> }

/** Opens each member of a union of events to newer values. The members' `type` stays as it is, to tell them apart. */
export type OpenEvent<E extends { type: string }> = E extends unknown
  ? { [Field in keyof E]: Field extends 'type' ? E[Field] : Open<E[Field]> }
  : never
