/** An object with exactly one of these keys: the compiler finds a second one, none, and one that is misspelt. */
export type OneOf<Kinds> = {
  [Kind in keyof Kinds]: Pick<Kinds, Kind> & { [Other in Exclude<keyof Kinds, Kind>]?: undefined }
}[keyof Kinds]
