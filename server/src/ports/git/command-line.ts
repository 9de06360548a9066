/** git as it is installed on this machine. docs/decisions/0032-git-as-a-program.md */
import type { Log } from '../../platform/log.ts'
import type { OutboundSockets } from '../outbound-http/port.ts'
import { mirror } from './copy-refs.ts'
import { clone, createWorkCopy, openWorkCopy } from './make-work-copy.ts'
import { type Git, GitFailed } from './port.ts'
import { createRunRemote, listRefs } from './remote.ts'
import { createRepository, repository } from './repository.ts'
import { askGit, NO_GIT } from './run-git.ts'
import { serve } from './serve.ts'

export function commandLineGit({ log, sockets }: { log: Log; sockets: OutboundSockets }): Git {
  const run = createRunRemote(sockets)
  let known: Promise<string | null> | null = null

  async function findFault(): Promise<string | null> {
    try {
      return versionFault(await askGit({ dir: null, args: ['version'] }))
    } catch (error) {
      known = null // it may be installed later
      if (error instanceof GitFailed && error.fault === 'unavailable') return NO_GIT
      log.warn({ err: error }, 'git does not start')
      return 'git does not start on this machine.'
    }
  }

  return {
    fault() {
      known ??= findFault()
      return known
    },
    createRepository,
    repository,
    listRefs: (remote, signal) => listRefs(run, remote, signal),
    mirror: (remote, folder, options) => mirror(run, remote, folder, options),
    clone: (remote, folder, options) => clone(run, remote, folder, options),
    openWorkCopy: (folder) => openWorkCopy(run, folder),
    createWorkCopy: (folder, files) => createWorkCopy(run, folder, files),
    serve,
  }
}

/** Merges without a work tree came with 2.38. */
export function versionFault(text: string): string | null {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(text) ?? []
  const isNewEnough = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38)
  return isNewEnough ? null : 'Repositories need git 2.38 or later; the one on this machine is older.'
}
