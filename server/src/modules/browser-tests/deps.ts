import type { Notifications } from '../../platform/database/listen.ts'
import type { RunningWork } from '../../platform/running-work.ts'
import type { Browsers } from '../../ports/browser/port.ts'
import type { FileStorage } from '../../ports/file-storage/port.ts'
import type { LanguageModel } from '../../ports/language-model/port.ts'
import type { OutboundHttp } from '../../ports/outbound-http/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { TestNotices } from './test-notices.ts'
import type { TestedApps } from './tested-apps.ts'

/** What automated tests need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  browsers: Browsers
  fileStorage: FileStorage
  languageModel: LanguageModel
  notifications: Notifications
  /** Says which addresses people may enter. */
  outboundHttp: Pick<OutboundHttp, 'checkTarget'>
  testedApps: TestedApps
  testNotices: TestNotices
  runningTests: RunningWork
  /** The public address, from which pages load the recorder. */
  baseUrl(): string
}
