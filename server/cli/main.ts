#!/usr/bin/env node
/** The program `postseal`. Read operator-command.ts next. */
import '../supported-node.js'

// A dynamic import, because an unsupported Node could not link this module before the check above.
void import('./own-process.js')
