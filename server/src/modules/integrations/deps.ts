import type { FileStorage } from '../../ports/file-storage/port.ts'
import type { LanguageModel } from '../../ports/language-model/port.ts'
import type { MailPort } from '../../ports/mail/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'

/** What integrations need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  languageModel: LanguageModel
  fileStorage: FileStorage
  mail: MailPort
  /** How much room the files of one app may take together. */
  filesPerAppBytes: number
  /** Where files are read: an origin of their own, or the public address. */
  filesUrl(): string
  /** Whether files have an origin that nothing else is served at. */
  hasFilesOrigin: boolean
}
