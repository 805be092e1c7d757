/**
 * What the page needs of the package `redoc`, by its place there. The build copies it to
 * dist/reference/redoc/.
 */
export const redocFiles = {
  /** One program with all that it needs. */
  script: 'bundles/redoc.standalone.js',
  /** Of what is bundled with it. */
  notices: 'bundles/redoc.standalone.js.LICENSE.txt',
  licence: 'LICENSE',
} as const
