/** Demands that a domain has to meet before the next stage. Whoever changes them changes what the contract says. */

/** Number of whole days in UTC that count, before the current one. */
export const evidenceDays = 14

/** Fewest messages of which a share says something. */
export const minMessages = 100

/** Share of the messages that has to pass DMARC, in percent. */
export const minAlignedPercent = 98

/**
 * Number of failed messages that a source which nobody can explain has to exceed to block the next stage; it also has
 * to exceed a share in a thousand of all the domain's messages. Anybody can send a forged message or two, which must
 * not hold a domain up for two weeks.
 */
export const strangersMessages = 2
export const strangersPerThousand = 1
