/** A process of its own for tests that kill it: takes a job from the database given, says so, and never ends it. */
import { heldJob } from './held-job.ts'
import { jobNode } from './job-node.ts'

const [connection = ''] = process.argv.slice(2)
const { jobs } = jobNode(connection, { heartbeatSeconds: 1 })
jobs.register(heldJob, {
  async onRun(attempt) {
    console.log(`running, attempt ${attempt}`)
    await new Promise(() => {})
  },
})
await jobs.start({ work: true })
