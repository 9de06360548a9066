import type { FileStorage } from '../../ports/file-storage/port.ts'
import type { LanguageModel } from '../../ports/language-model/port.ts'
import type { MailPort } from '../../ports/mail/port.ts'
import type { Ground } from '../../tenancy/index.ts'

/** What integrations need beside the ground. */
export interface Deps extends Ground {
  languageModel: LanguageModel
  fileStorage: FileStorage
  mail: MailPort
  /** How much room the files of one app may take together. */
  filesPerAppBytes: number
  /** The public address, for links. */
  baseUrl(): string
}
