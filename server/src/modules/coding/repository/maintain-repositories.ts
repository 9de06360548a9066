import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { removeLeftovers } from './work-folder.ts'

/** The upkeep of what lies on disk: local repositories, and folders that work was done in. */
export const maintainRepositories = job('coding.maintain_repositories', {
  payload: Type.Object({}),
  retry: [],
  timeoutSeconds: 3_000,
  async run(deps: Pick<Deps, 'localRepositories' | 'codingSettings' | 'log'>, _payload, { signal }) {
    const { localRepositories, codingSettings, log } = deps
    await tolerate(log, 'folders of work were left', removeLeftovers(codingSettings.workFolder), undefined)
    await localRepositories.tidy(signal)
  },
})
