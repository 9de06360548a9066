/** Sites are not archived: an archive holds the code they were made from and `published_url`, from which they are published again. */
import { Id } from '@atrium/contract'
import {
  bigint,
  boolean,
  bytes,
  integer,
  type RowOf,
  table,
  text,
  time,
} from '../../platform/database/table.ts'

const PUBLISHED_AGAIN = 'a site is published again from the code of its app'

export const sites = table(
  'sites',
  {
    app_id: text(Id).notArchived(PUBLISHED_AGAIN),
    label: text().notArchived(PUBLISHED_AGAIN),
    active_revision_id: text().nullable().notArchived(PUBLISHED_AGAIN),
    last_number: integer().notArchived(PUBLISHED_AGAIN),
    published_url: text().nullable().notArchived(PUBLISHED_AGAIN),
    created_date: time().notArchived(PUBLISHED_AGAIN),
  },
  { key: ['app_id'] },
)
export type SiteRow = RowOf<typeof sites>

export const siteRevisions = table(
  'site_revisions',
  {
    id: text(Id).notArchived(PUBLISHED_AGAIN),
    app_id: text(Id).notArchived(PUBLISHED_AGAIN),
    number: integer().notArchived(PUBLISHED_AGAIN),
    preview_key: text().notArchived(PUBLISHED_AGAIN),
    content_hash: text().notArchived(PUBLISHED_AGAIN),
    file_count: integer().notArchived(PUBLISHED_AGAIN),
    bytes: bigint().notArchived(PUBLISHED_AGAIN),
    message: text().nullable().notArchived(PUBLISHED_AGAIN),
    created_by: text().nullable().notArchived(PUBLISHED_AGAIN),
    created_date: time().notArchived(PUBLISHED_AGAIN),
    is_preview: boolean().notArchived(PUBLISHED_AGAIN),
  },
  { key: ['id'] },
)
export type RevisionRow = RowOf<typeof siteRevisions>

export const siteFiles = table(
  'site_files',
  {
    hash: text().notArchived(PUBLISHED_AGAIN),
    size: integer().notArchived(PUBLISHED_AGAIN),
    bytes: bytes().notArchived(PUBLISHED_AGAIN),
    brotli: bytes().nullable().notArchived(PUBLISHED_AGAIN),
    gzip: bytes().nullable().notArchived(PUBLISHED_AGAIN),
    sent_date: time().notArchived(PUBLISHED_AGAIN),
  },
  { key: ['hash'] },
)
export type ContentRow = RowOf<typeof siteFiles>

export const siteRevisionFiles = table(
  'site_revision_files',
  {
    revision_id: text().notArchived(PUBLISHED_AGAIN),
    path: text().notArchived(PUBLISHED_AGAIN),
    hash: text().notArchived(PUBLISHED_AGAIN),
    content_type: text().notArchived(PUBLISHED_AGAIN),
  },
  { key: ['revision_id', 'path'] },
)
export type RevisionFileRow = RowOf<typeof siteRevisionFiles>

const PROVED_AGAIN = 'a domain is proved again where it is to be served'
export const siteDomains = table(
  'site_domains',
  {
    id: text(Id).notArchived(PROVED_AGAIN),
    app_id: text(Id).notArchived(PROVED_AGAIN),
    domain: text().notArchived(PROVED_AGAIN),
    proof: text().notArchived(PROVED_AGAIN),
    created_date: time().notArchived(PROVED_AGAIN),
    verified_date: time().nullable().notArchived(PROVED_AGAIN),
  },
  { key: ['id'] },
)
export type DomainRow = RowOf<typeof siteDomains>
