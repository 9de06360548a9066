/** Coding, and what it works with: git, forges, commands. */
import { join, resolve } from 'node:path'
import { MAX_LOCAL_REPOSITORIES } from '@atrium/contract/repositories'
import {
  type BuiltApps,
  type CodingDeps,
  type CodingNotices,
  type CodingSettings,
  followChats,
  SESSIONS_CHANNEL,
  takeChats,
  takeSessions,
} from '../modules/coding/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notifications } from '../platform/database/listen.ts'
import type { Log } from '../platform/log.ts'
import { createRunningWork, type RunningWork } from '../platform/running-work.ts'
import { createSlots, type TakeSlot } from '../platform/slots.ts'
import { bubblewrapCommands } from '../ports/commands/bubblewrap.ts'
import type { Commands } from '../ports/commands/port.ts'
import { commandLineGit } from '../ports/git/command-line.ts'
import type { Git } from '../ports/git/port.ts'
import { giteaForge } from '../ports/git-forge/gitea.ts'
import { githubForge } from '../ports/git-forge/github.ts'
import { gitlabForge } from '../ports/git-forge/gitlab.ts'
import { localForge } from '../ports/git-forge/local.ts'
import type { Forges, LocalRepositories } from '../ports/git-forge/port.ts'
import type { OutboundHttp, OutboundSockets } from '../ports/outbound-http/port.ts'
import type { Config } from '../settings/config.ts'
import { createBuiltApps, type OtherParts } from './coding-to-app.ts'
import { createCodingNotices } from './coding-to-webhooks.ts'

export interface Coding {
  git: Git
  forges: Forges
  localRepositories: LocalRepositories
  commands: Commands
  codingSettings: CodingSettings
  codingNotices: CodingNotices
  builtApps: BuiltApps
  gitSlots: TakeSlot
  runningSessions: RunningWork
  runningChats: RunningWork
}

/** Turns are short, and somebody waits for each. */
const MOST_CHATS = 4
/** Of one person: each is a git that packs or unpacks, and may last as long as its client is slow. */
const MOST_GIT_REQUESTS = 4

export function createCoding(options: {
  db: Db
  clock: Clock
  log: Log
  notifications: Pick<Notifications, 'on'>
  outboundHttp: OutboundHttp & OutboundSockets
  settings: Config
  git: Partial<Git> | undefined
  baseUrl(): string
  /** What is made later. */
  others: () => OtherParts & CodingDeps
}): Coding {
  const { db, clock, log, outboundHttp, settings, baseUrl, others } = options
  const git = { ...commandLineGit({ log, sockets: outboundHttp }), ...options.git }
  const local = localForge({
    db,
    clock,
    log,
    git,
    folder: join(settings.data_dir, 'repositories'),
    most: MAX_LOCAL_REPOSITORIES,
    baseUrl,
  })
  const accountOf = (provider: Config['git_forge']) =>
    settings.git_forge === provider ? settings.git_forge_account : null
  const remote = (provider: Config['git_forge']) => ({ outboundHttp, log, account: accountOf(provider) })
  const isWorker = settings.role !== 'api'
  const runningSessions = createRunningWork({ most: settings.coding_sessions, isWorker })
  const take = () =>
    takeSessions(others()).catch((error) =>
      log.warn({ err: error }, 'waiting coding sessions were not taken'),
    )
  options.notifications.on(SESSIONS_CHANNEL, (message) => {
    if (message.startsWith('cancel ')) runningSessions.cancel(message.slice('cancel '.length))
    else if (message === 'waiting' && isWorker) void take()
  })
  const takeChat = () =>
    takeChats(others()).catch((error) => log.warn({ err: error }, 'waiting chat turns were not taken'))
  followChats(options.notifications, () => void (isWorker && takeChat()))
  return {
    git,
    forges: {
      local,
      github: githubForge(remote('github')),
      gitlab: gitlabForge(remote('gitlab')),
      gitea: giteaForge(remote('gitea')),
    },
    localRepositories: local,
    // The folder of the server may hold its settings.
    commands: bubblewrapCommands({ log, hidden: [resolve(settings.data_dir), process.cwd()] }),
    codingSettings: {
      provider: settings.git_forge,
      workFolder: join(settings.data_dir, 'work'),
      ...settings.coding_limits,
    },
    codingNotices: createCodingNotices(others),
    builtApps: createBuiltApps(others),
    gitSlots: createSlots(MOST_GIT_REQUESTS),
    runningSessions,
    runningChats: createRunningWork({ most: MOST_CHATS, isWorker }),
  }
}
