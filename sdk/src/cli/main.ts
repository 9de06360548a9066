#!/usr/bin/env node
import { runCli } from './run.ts'

// The reader of our pipe may leave early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const { stdin, stdout, stderr, env } = process
process.exitCode = await runCli(process.argv.slice(2), { stdin, stdout, stderr, env })
