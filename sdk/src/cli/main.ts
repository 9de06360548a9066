#!/usr/bin/env node
import { nodeFault } from '../needs-node.ts'

// Before anything else is loaded: what an older Node lacks would end it without a sentence.
const fault = nodeFault()
if (fault === null) {
  const { start } = await import('./start.ts')
  await start()
} else {
  process.stderr.write(`atrium: ${fault}\n`)
  process.exitCode = 1
}
