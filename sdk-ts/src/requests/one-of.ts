/** An object with exactly one of these keys. The compiler reports a second key, a missing key and a misspelt key. */
export type OneOf<Kinds> = {
  [Kind in keyof Kinds]: Pick<Kinds, Kind> & { [Other in Exclude<keyof Kinds, Kind>]?: undefined }
}[keyof Kinds]
