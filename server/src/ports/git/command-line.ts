/** git as it is installed on this machine. */
import type { Log } from '../../platform/log.ts'
import type { OutboundSockets } from '../outbound-http/port.ts'
import type { Git } from './port.ts'

export function commandLineGit(_options: { log: Log; sockets: OutboundSockets }): Git {
  const notBuilt = () => {
    throw new Error('not built')
  }
  return {
    fault: notBuilt,
    createRepository: notBuilt,
    repository: notBuilt,
    listRefs: notBuilt,
    mirror: notBuilt,
    clone: notBuilt,
    openWorkCopy: notBuilt,
    createWorkCopy: notBuilt,
    serve: notBuilt,
  }
}
