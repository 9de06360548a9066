import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { RowOf } from '../../../platform/database/table.ts'
import type { apps } from '../../tables.ts'

export type SignInSettings = Pick<
  RowOf<typeof apps>,
  'allowed_origins' | 'allow_localhost' | 'use_hosted_pages'
>

const FIELDS = 'allowed_origins, allow_localhost, use_hosted_pages'

const settingsOf = prepared<SignInSettings>(
  'sign_in_settings_of_app',
  `select ${FIELDS} from apps where id = $1 and deleted_at is null`,
)

const lockSettings = prepared<SignInSettings>(
  'lock_sign_in_settings',
  `select ${FIELDS} from apps where id = $1 and deleted_at is null for no key update`,
)

const putSettings = prepared(
  'put_sign_in_settings',
  `update apps set allowed_origins = $2, allow_localhost = $3, use_hosted_pages = $4 where id = $1`,
)

export const signInSettingsStore = (db: Db) => ({
  async find(appId: string): Promise<SignInSettings | undefined> {
    const [row] = await settingsOf(db, [appId])
    return row
  },
  /** Others who change them wait until this transaction ends. */
  async lock(appId: string): Promise<SignInSettings | undefined> {
    const [row] = await lockSettings(db, [appId])
    return row
  },
  async put(appId: string, settings: SignInSettings): Promise<void> {
    const { allowed_origins, allow_localhost, use_hosted_pages } = settings
    await putSettings(db, [appId, allowed_origins, allow_localhost, use_hosted_pages])
  },
})
