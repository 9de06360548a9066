import type { Notifications } from '../../platform/database/listen.ts'
import type { RunningWork } from '../../platform/running-work.ts'
import type { TakeSlot } from '../../platform/slots.ts'
import type { Commands } from '../../ports/commands/port.ts'
import type { Git } from '../../ports/git/port.ts'
import type { Forges, LocalRepositories } from '../../ports/git-forge/port.ts'
import type { LanguageModel } from '../../ports/language-model/port.ts'
import type { OutboundHttp } from '../../ports/outbound-http/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { BuiltApps } from './built-apps.ts'
import type { CodingNotices } from './coding-notices.ts'
import type { CodingSettings } from './coding-settings.ts'

/** What coding needs in addition to what all modules get. */
export interface Deps extends BaseDeps {
  git: Git
  forges: Forges
  localRepositories: LocalRepositories
  commands: Commands
  languageModel: LanguageModel
  notifications: Notifications
  outboundHttp: Pick<OutboundHttp, 'checkTarget'>
  /** The public address, for links. */
  baseUrl(): string
  codingSettings: CodingSettings
  codingNotices: CodingNotices
  builtApps: BuiltApps
  /** How many clones, fetches and pushes of one person are served at once. */
  gitSlots: TakeSlot
  runningSessions: RunningWork
  runningChats: RunningWork
}
