import type { Jobs } from './jobs.ts'

/** How many jobs of each name are in each state, as metrics take it. */
export async function countJobs(jobs: Jobs) {
  return (await jobs.counts()).flatMap(({ name, waiting, active, failed }) =>
    Object.entries({ waiting, active, failed }).map(([state, value]) => ({
      labels: { job: name, state },
      value,
    })),
  )
}
