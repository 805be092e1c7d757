/**
 * Kind of mail, as providers and recipients judge it: `transactional` mail goes to somebody who has done something to
 * get it, `bulk` mail goes to many.
 */
export type Stream = 'transactional' | 'bulk'
