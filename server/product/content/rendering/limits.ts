/** Limits of templates. Sizes are in UTF-16 code units unless a comment says otherwise. */

/** Most bytes of UTF-8 of rendered HTML. */
export const maxHtmlBytes = 1_000_000
/** Most bytes of UTF-8 of rendered text. */
export const maxTextBytes = 200_000
export const maxSubject = 998
/** Largest template with its layout and partials, before rendering. */
export const maxCompiled = 2_000_000
/** Most tags and outputs of a template with its layout and partials: LiquidJS takes seconds for 100,000. */
export const maxTags = 10_000
/** Most that LiquidJS may count as memory in one render: a bound on arrays and strings, not on bytes. */
export const memoryLimit = 5_000_000
/** The CPU time after which LiquidJS ends a render by itself, in milliseconds. */
export const renderLimitMs = 700
/** The CPU time after which the process of a render is killed, in milliseconds. */
export const renderMs = 1_000
/** The CPU time after which the process that compiles a language is killed, in milliseconds. */
export const compileMs = 1_200
/** The heap of a process, in MB. */
export const heapMb = 64
