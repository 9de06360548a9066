import type { Db } from '../../platform/database/db.ts'

/** What runs need to know of the app that they test, and do in it. `tx` is for those who are in a transaction. */
export interface TestedApps {
  /** Where its site is; null while it has none. */
  siteUrl(appId: string, tx?: Db): Promise<string | null>
  /** Counts the changes of the app: equal numbers mean the same app. */
  revision(appId: string, tx?: Db): Promise<number>
  /** The secrets of the app by name. */
  secrets(appId: string): Promise<Record<string, string>>
  /**
   * Origins of this installation that pages of the app may load from: API, files and site; also that of a preview where
   * the run begins. Domains of others are not among them, wherever they lead.
   */
  ownOrigins(appId: string, startUrl?: string | null): Promise<string[]>
  /** The path of its origin that the site or preview at this address lies at; empty for every other place. */
  siteBase(appId: string, url: string): Promise<string>
  /** Whose an address is: the hosted site of the app with its previews, something else of this installation, or neither. */
  whoseAddress(appId: string, url: URL): Promise<'site' | 'installation' | 'elsewhere'>
  /** A user of the app with this role, for one run. */
  createTestUser(appId: string, role: string): Promise<TestUser>
  /** Also when the user is gone already. What the user made stays, as for every user who is removed. */
  removeTestUser(appId: string, userId: string): Promise<void>
}

export interface TestUser {
  id: string
  email: string
  password: string
  /** Signs in to the API of the app. */
  token: string
}
