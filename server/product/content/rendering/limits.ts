/** The limits of templates. Sizes are in UTF-16 code units unless something else is said. */

/** Rendered HTML, in bytes of UTF-8. */
export const maxHtmlBytes = 1_000_000
/** Rendered text, in bytes of UTF-8. */
export const maxTextBytes = 200_000
export const maxSubject = 998
/** A template with its layout and partials, before rendering. */
export const maxCompiled = 2_000_000
/** Tags and outputs of a template with its layout and partials: LiquidJS takes seconds for 100,000. */
export const maxTags = 10_000
/** What LiquidJS may count as memory in one render: a bound on arrays and strings, not on bytes. */
export const memoryLimit = 5_000_000
/** The CPU time after which LiquidJS ends a render by itself, in milliseconds. */
export const renderLimitMs = 700
/** The CPU time after which the process of a render is killed, in milliseconds. */
export const renderMs = 1_000
/** The CPU time after which the process that compiles a language is killed, in milliseconds. */
export const compileMs = 1_200
/** The heap of a process, in MB. */
export const heapMb = 64
