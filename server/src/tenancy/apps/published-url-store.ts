import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

const publishedUrl = prepared<{ published_url: string | null }>(
  'published_url_of_app',
  'select published_url from apps where id = $1 and deleted_at is null',
)

/** Null when the app has none, or there is no such app. */
export async function publishedUrlOf(db: Db, appId: string): Promise<string | null> {
  const [row] = await publishedUrl(db, [appId])
  return row?.published_url ?? null
}
