/** Commands behind bubblewrap, where the machine has it. */
import type { Log } from '../../platform/log.ts'
import type { Commands } from './port.ts'

export function bubblewrapCommands(_options: { log: Log }): Commands {
  const notBuilt = () => {
    throw new Error('not built')
  }
  return { fault: notBuilt, run: notBuilt }
}
