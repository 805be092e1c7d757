/** What a domain has to show before the next stage. Whoever changes them changes what the contract says. */

/** Whole days in UTC, before what there is of today. */
export const evidenceDays = 14

/** Fewer messages say nothing about a share. */
export const minMessages = 100

/** The share of the messages that has to pass DMARC, in percent. */
export const minAlignedPercent = 98

/**
 * A source that nobody can explain is in the way once more than so many of its messages failed, and more than
 * so many in a thousand of all the domain's: anybody can send a forged message or two, which must not hold a
 * domain up for two weeks.
 */
export const strangersMessages = 2
export const strangersPerThousand = 1
