/** A process of its own for tests that kill it: runs PostgreSQL in the folder given and prints where it listens. */

import { createLog } from '../../log.ts'
import { startEmbedded } from '../embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
const server = await startEmbedded({ dataDir, log: createLog('silent') })
process.on('SIGTERM', async () => {
  await server.stop()
  process.exit()
})
// Last: its reader may want this process to stop at once.
console.log(JSON.stringify({ connection: server.connection, pid: server.pid }))
