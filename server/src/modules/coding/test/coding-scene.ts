/** Coding sessions that are carried out: an app with a local repository that has files, and the offline coder. */
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import type { Git, WorkCopy } from '../../../ports/git/port.ts'
import { LIMITS } from '../../../ports/git/test/git-scene.ts'
import { memoryGit } from '../../../ports/git/test/memory-git.ts'
import type { ChangedRepository } from '../../../ports/git-forge/conformance.ts'
import { memoryRepository } from '../../../ports/git-forge/test/memory-repository.ts'
import type { Config } from '../../../settings/config.ts'
import { resumeSessions } from '../agent/resume-sessions.ts'
import type { SessionRow } from '../tables.ts'

export const ADD = 'Add a file notes.txt with "One note".'

type Push = Parameters<WorkCopy['push']>[0]

/** What happens right before and right after a session pushes; what it throws, the push throws. */
interface PushSteps {
  before: ((push: Push) => Promise<void>) | null
  after: ((push: Push) => Promise<void>) | null
}

function watchedGit(git: Git, steps: PushSteps): Partial<Git> {
  return {
    async clone(...args) {
      const copy = await git.clone(...args)
      return {
        ...copy,
        async push(push) {
          await steps.before?.(push)
          await copy.push(push)
          await steps.after?.(push)
        },
      }
    },
  }
}

/** A git, and how others change its repositories. */
interface GitOfOthers {
  git: Git
  repositoryIn(folder: string): ChangedRepository
}

const IN_MEMORY: GitOfOthers = { git: memoryGit(), repositoryIn: memoryRepository }

export function useCoding(
  config: () => Partial<Config> = () => ({}),
  { git, repositoryIn }: GitOfOthers = IN_MEMORY,
) {
  const folder = useFolder()
  const pushes: PushSteps = { before: null, after: null }
  const app = useApp(() => ({ rate_limits: 'off', data_dir: folder, ...config() }), {
    git: { ...git, ...watchedGit(git, pushes) },
  })
  const { owner } = useTeam(app)
  const at = { app_id: '' }
  let keys = 0
  let bare = ''
  beforeEach(async () => {
    Object.assign(pushes, { before: null, after: null })
    await app.sql`delete from coding_sessions where state not in ('completed', 'failed', 'cancelled')`
    await app.sql`update workspaces set monthly_limit = 100000 where id = ${owner.workspace_id}`
    at.app_id = (await app.make.app(owner)).id
    const full_name = `acme/shop-${++keys}`
    await client().repository.connect({ app_id: at.app_id }, { provider: 'local', full_name })
    const [row] = await app.sql<{
      id: string
    }>`select id from local_repositories where full_name = ${full_name}`
    bare = join(folder, 'repositories', `${row?.id}.git`)
    await push('main', { 'README.md': '# Shop\n', 'src/hello.js': "export const hello = 'Hello'\n" })
  })
  const client = () => app.as(owner)

  /** Somebody else makes a commit with these files, next to those that are there. */
  const push = (branch: string, files: Record<string, string>, from = branch) =>
    repositoryIn(bare).commit(branch, files, from)

  type Launch = Parameters<ReturnType<typeof client>['coding']['launch']>[1]
  const launch = (prompt: string, fields: Partial<Launch> = {}) =>
    client().coding.launch(
      { app_id: at.app_id },
      { prompt, title: 'Take notes', ...fields },
      { idempotency_key: `launch-${++keys}` },
    )
  const drain = () => app.atrium.jobs.drain()
  const read = (session_id: string) => client().coding.read({ app_id: at.app_id, session_id })
  const events = async (session_id: string) =>
    (await client().coding.events({ app_id: at.app_id, session_id }, { limit: 200 })).items

  return {
    ...{ app, owner, at, client, git, folder, push, pushes, launch, drain, read, events },
    /** Returns the repository as another person changes and reads it. */
    bare: () => repositoryIn(bare),
    /** As the schedule does, and what that brings. */
    async resume() {
      await transaction(app.atrium.db, (tx) => app.atrium.jobs.send(tx, resumeSessions, {}))
      await drain()
    },
    repository: () => git.repository(bare),
    /** Launches one, carries it out and reads it. */
    async run(prompt: string, fields: Partial<Launch> = {}) {
      const { id } = await launch(prompt, fields)
      await drain()
      return read(id)
    },
    say: (session_id: string, body: { text?: string; approve?: boolean }) =>
      client().coding.message({ app_id: at.app_id, session_id }, body, { idempotency_key: `say-${++keys}` }),
    cancel: (session_id: string) => client().coding.cancel({ app_id: at.app_id, session_id }),
    typesOf: async (id: string) => (await events(id)).map(({ type }) => type),
    rowOf: async (id: string) => {
      const [row] = await app.sql<SessionRow>`select * from coding_sessions where id = ${id}`
      if (!row) throw new Error('no such session')
      return row
    },
    /** The files that a branch changed, against another. */
    async changed(branch: string, base = 'main') {
      const { files } = await git.repository(bare).diff(base, branch, LIMITS)
      return files.map(({ path, status }) => `${status} ${path}`)
    },
  }
}
