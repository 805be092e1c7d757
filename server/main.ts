/** The program `postseal-server`. Read server-command.ts next. */
import './supported-node.js'

// Loaded after the check, since an old Node could not link this module.
void import('./server-command.js')
