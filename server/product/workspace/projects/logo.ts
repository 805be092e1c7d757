/** Largest size of a logo, in bytes of the image. */
export const maxLogoBytes = 50_000

/** Beginnings of the files of each permitted type of logo, as Latin-1. */
const beginnings: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    'image/png': /^\x89PNG\r\n\x1a\n/,
    'image/jpeg': /^\xff\xd8\xff/,
    'image/gif': /^GIF8[79]a/,
    'image/webp': /^RIFF[^]{4}WEBP/,
  }),
)

/**
 * Returns the media type of an image that can be a logo, by its content; undefined for anything else, such as an SVG.
 */
export function logoTypeOf(image: Uint8Array): string | undefined {
  const beginning = String.fromCharCode(...image.subarray(0, 16))
  return [...beginnings].find(([, form]) => form.test(beginning))?.[0]
}
