/** What the page needs of the package `redoc`. The build copies it to dist/docs/redoc/. */
export const redocFiles = {
  /** One program with all that it needs. */
  script: 'redoc/bundles/redoc.standalone.js',
  /** Of what is bundled with it. */
  notices: 'redoc/bundles/redoc.standalone.js.LICENSE.txt',
  licence: 'redoc/LICENSE',
} as const
