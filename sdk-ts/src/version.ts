/** The version of this package. A test keeps it the same as in package.json. */
export const VERSION = '0.2.0-dev'
