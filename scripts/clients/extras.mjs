/** Documents and stubs of tests, which nobody wants of the generator. */
export const NO_EXTRAS = { apiDocs: 'false', modelDocs: 'false', apiTests: 'false', modelTests: 'false' }
