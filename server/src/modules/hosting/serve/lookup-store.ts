import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'

/** What serving needs to know of a site. */
export interface ServedSite {
  app_id: string
  label: string
  /** Null: nothing is published. */
  active_revision_id: string | null
  /** The ids of all kept revisions, by what stands in the address of their preview. */
  previews: Record<string, string>
}

/** By what a request names a site. */
export type SiteName = { by: 'app' | 'label' | 'domain'; name: string }

const CONDITION = {
  app: 's.app_id = $1',
  label: 's.label = $1',
  domain: `s.app_id = (select d.app_id from site_domains d where d.domain = $1 and d.verified_date is not null)`,
} as const

const FIND = {
  app: findBy('app'),
  label: findBy('label'),
  domain: findBy('domain'),
}

function findBy(by: SiteName['by']) {
  return prepared<ServedSite>(
    `served_site_by_${by}`,
    `select s.app_id, s.label, s.active_revision_id,
            coalesce((select json_object_agg(r.number || '-' || r.preview_key, r.id)
                        from site_revisions r where r.app_id = s.app_id), '{}') as previews
       from sites s join apps a on a.id = s.app_id and a.deleted_at is null
      where ${CONDITION[by]}`,
  )
}

/** Null when there is no such site. */
export async function findServedSite(db: Db, { by, name }: SiteName): Promise<ServedSite | null> {
  const [row] = await FIND[by](db, [name])
  return row ?? null
}
