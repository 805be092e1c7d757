/** The program `postseal-server`. Read process/command/server-command.ts next. */
import './platform/config/supported-node.js'

// Loaded after the check, since an old Node could not link this module.
void import('./process/command/server-command.js')
