#!/usr/bin/env node
import { runCli } from './run.ts'
import { processTerminal } from './terminal.ts'

// The reader of our pipe may leave early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCli(process.argv.slice(2), processTerminal())
