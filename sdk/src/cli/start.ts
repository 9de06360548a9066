import { isOperatorArea } from './operator-commands.ts'
import { runCli } from './run.ts'
import { findServer, nodeOf, runsServers, runWith } from './server-program.ts'
import { processTerminal } from './terminal.ts'

/** Runs the command line of this process. */
export async function start(): Promise<void> {
  // The reader of our pipe may leave early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const code = await runHere(process.argv.slice(2))
  process.exitCode = code
  // What was interrupted may have left something open that would keep us here.
  if (code > 128) process.exit()
}

/** What needs the server's code is carried out by the server's own Node where ours is too old for it. */
async function runHere(argv: readonly string[]): Promise<number> {
  const needsServer = isOperatorArea(argv[0]) || (argv[0] === 'functions' && argv[1] === 'serve')
  if (needsServer && !runsServers()) {
    const server = findServer(process.cwd())
    const node = server === null ? null : nodeOf(server)
    if (node !== null) return runWith(node, argv)
  }
  return runCli(argv, processTerminal())
}
