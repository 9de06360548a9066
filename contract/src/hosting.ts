import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** What one revision of a site may have. */
export const MAX_SITE_FILES = 2_000
export const MAX_SITE_FILE_BYTES = 25 * 1024 * 1024
export const MAX_SITE_BYTES = 100 * 1024 * 1024
export const MAX_SITE_PATH_BYTES = 512
/** Of a request that sends the files itself. */
export const MAX_SITE_BODY_BYTES = 50 * 1024 * 1024
export const KEPT_SITE_REVISIONS = 20
export const MAX_SITE_DOMAINS = 10
/** The folder of the app’s code that is published unless another is named. */
export const DEFAULT_SITE_FOLDER = 'dist'
/** The file that proves that a domain belongs to the caller. */
export const DOMAIN_FILE_PATH = '/.well-known/atrium-domain.txt'

const revisionFields = {
  id: Id,
  number: Type.Integer({ description: 'Counts the revisions of the site, from 1' }),
  file_count: Type.Integer(),
  bytes: Type.Integer({ description: 'Of all files together, uncompressed' }),
  message: Nullable(Type.String()),
  created_date: Timestamp,
  created_by: Nullable(Type.String({ description: 'The email of the person who published it' })),
  is_active: Type.Boolean({ description: 'Whether visitors get this revision' }),
  preview_url: Type.String({ description: 'Shows this revision, to everybody who has the address' }),
}

export const SiteRevision = Type.Object(revisionFields, { $id: 'SiteRevision' })

export const SiteDomain = Type.Object(
  {
    id: Id,
    domain: Type.String(),
    status: OneOf(['pending', 'verified']),
    verification: Type.Object(
      {
        dns: Type.Object({ type: Type.Literal('TXT'), name: Type.String(), value: Type.String() }),
        file: Type.Object({ path: Type.String(), content: Type.String() }),
      },
      { description: 'One of the two proves that the domain is yours' },
    ),
    created_date: Timestamp,
    verified_date: Nullable(Timestamp),
  },
  { $id: 'SiteDomain' },
)

const SITE = '/api/apps/{app_id}/site'
const AppPath = Type.Object({ app_id: Id })
const RevisionPath = Type.Object({ app_id: Id, revision_id: Id })
const DomainPath = Type.Object({ app_id: Id, domain_id: Id })
const CHANGE = perMinute(30, 'pool', 'site.change')
const DOMAIN_CHANGE = perMinute(30, 'pool', 'domains.change')

const EXAMPLE_REVISION = {
  id: 'srev_06bcz0k3v4n8q1t5w7x9y2a3b4',
  number: 7,
  file_count: 12,
  bytes: 348213,
  message: 'New start page',
  created_date: '2026-11-16T09:30:00.000Z',
  created_by: 'ada@example.com',
  is_active: true,
  preview_url: 'https://atrium.example.com/sites/app_06bcz0k3v4n8q1t5w7x9y2a3b4~7-k3v9q1t5w7x9/',
}
const EXAMPLE_DOMAIN = {
  id: 'dom_06bcz0k3v4n8q1t5w7x9y2a3b4',
  domain: 'www.example.com',
  status: 'pending',
  verification: {
    dns: { type: 'TXT', name: '_atrium.www.example.com', value: 'atrium-domain=3v4n8q1t5w7x9y2a3b4k' },
    file: { path: DOMAIN_FILE_PATH, content: 'atrium-domain=3v4n8q1t5w7x9y2a3b4k' },
  },
  created_date: '2026-11-16T09:30:00.000Z',
  verified_date: null,
}

export const readSite = operation({
  name: 'site.read',
  summary: 'Read the site of an app: its address and the revision that visitors get',
  method: 'GET',
  path: SITE,
  credential: personal('read_only'),
  params: AppPath,
  answer: Type.Object({
    url: Nullable(Type.String({ description: 'Null when nothing is published' })),
    revision: Nullable(Type.Object(revisionFields)),
    revisions_count: Type.Integer({ description: 'How many revisions are kept' }),
    spa_fallback: Type.Boolean({
      description:
        'Whether pages without a file show `index.html`, which they do unless the revision has a `404.html`',
    }),
  }),
  refuses: ['app_not_found'],
  example: {
    answer: {
      url: 'https://atrium.example.com/sites/app_06bcz0k3v4n8q1t5w7x9y2a3b4/',
      revision: EXAMPLE_REVISION,
      revisions_count: 7,
      spa_fallback: true,
    },
  },
})

const SentFile = Type.Object({
  path: Type.String({
    minLength: 1,
    maxLength: MAX_SITE_PATH_BYTES,
    description: 'Names with `/` between them, such as `assets/index.css`',
  }),
  content: Type.String(),
  encoding: Type.Optional(OneOf(['utf-8', 'base64'])),
})

export const publishSite = operation({
  name: 'site.publish',
  summary: 'Publish the front end of an app: the files of a folder of its code, or those that are sent',
  description:
    'Makes a revision that never changes, and switches visitors to it at once. `folder` takes the files below it from the newest revision of the app’s code, `.` all of them except hidden ones, `functions` and `node_modules`. `files` sends them instead. There must be an `index.html` at the top.',
  method: 'POST',
  path: `${SITE}/revisions`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  body_bytes: MAX_SITE_BODY_BYTES,
  body_values: 20_000,
  body: Type.Object({
    folder: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_SITE_PATH_BYTES,
        description: `Of the app’s code; \`${DEFAULT_SITE_FOLDER}\` unless files are sent`,
      }),
    ),
    files: Type.Optional(Type.Array(SentFile, { minItems: 1, maxItems: MAX_SITE_FILES })),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })),
  }),
  status: 201,
  answer: Type.Object({
    ...revisionFields,
    status: OneOf(['published', 'unchanged'], {
      description: '`unchanged`: the active revision has exactly these files, and it stays',
    }),
    url: Type.String(),
  }),
  refuses: ['app_not_found', 'editor_required', 'site_without_index', 'site_too_large', 'source_unavailable'],
  example: {
    body: { folder: 'dist', message: 'New start page' },
    answer: {
      ...EXAMPLE_REVISION,
      status: 'published',
      url: 'https://atrium.example.com/sites/app_06bcz0k3v4n8q1t5w7x9y2a3b4/',
    },
  },
})

export const listSiteRevisions = operation({
  name: 'site.list_revisions',
  summary: `List the last ${KEPT_SITE_REVISIONS} revisions of a site, newest first`,
  method: 'GET',
  path: `${SITE}/revisions`,
  credential: personal('read_only'),
  params: AppPath,
  query: PageQuery,
  answer: Page(SiteRevision),
  refuses: ['app_not_found'],
  example: { answer: { items: [EXAMPLE_REVISION], next_cursor: null, has_more: false } },
})

export const activateSiteRevision = operation({
  name: 'site.activate',
  summary: 'Switch visitors to another revision of the site, such as an older one',
  method: 'POST',
  path: `${SITE}/revisions/{revision_id}/activate`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  params: RevisionPath,
  answer: SiteRevision,
  refuses: ['app_not_found', 'editor_required', 'site_revision_not_found'],
  example: { answer: EXAMPLE_REVISION },
})

export const unpublishSite = operation({
  name: 'site.unpublish',
  summary: 'Take the site of an app off the web; its revisions and domains stay',
  method: 'DELETE',
  path: SITE,
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  answer: Type.Object({ unpublished: Type.Literal(true) }),
  refuses: ['app_not_found', 'editor_required', 'site_not_published'],
  example: { answer: { unpublished: true } },
})

export const listSiteDomains = operation({
  name: 'domains.list',
  summary: 'List the domains of the site of an app',
  method: 'GET',
  path: `${SITE}/domains`,
  credential: personal('read_only'),
  params: AppPath,
  answer: Type.Object({ items: Type.Array(SiteDomain) }),
  refuses: ['app_not_found'],
  example: { answer: { items: [EXAMPLE_DOMAIN] } },
})

export const addSiteDomain = operation({
  name: 'domains.add',
  summary: 'Add a domain to the site of an app; it is served once it is verified',
  method: 'POST',
  path: `${SITE}/domains`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: DOMAIN_CHANGE,
  params: AppPath,
  body: Type.Object({ domain: Type.String({ minLength: 1, maxLength: 253 }) }),
  status: 201,
  answer: SiteDomain,
  refuses: ['app_not_found', 'editor_required', 'domain_taken', 'domain_limit_reached'],
  example: { body: { domain: 'www.example.com' }, answer: EXAMPLE_DOMAIN },
})

export const verifySiteDomain = operation({
  name: 'domains.verify',
  summary: 'Look for the DNS record or the file that proves that the domain is yours',
  method: 'POST',
  path: `${SITE}/domains/{domain_id}/verify`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: DOMAIN_CHANGE,
  params: DomainPath,
  answer: SiteDomain,
  refuses: ['app_not_found', 'editor_required', 'domain_not_found', 'domain_not_verified', 'domain_taken'],
  example: {
    answer: { ...EXAMPLE_DOMAIN, status: 'verified', verified_date: '2026-11-16T09:40:00.000Z' },
  },
})

export const removeSiteDomain = operation({
  name: 'domains.remove',
  summary: 'Remove a domain from the site of an app',
  method: 'DELETE',
  path: `${SITE}/domains/{domain_id}`,
  credential: personal('full_access'),
  limit: DOMAIN_CHANGE,
  params: DomainPath,
  answer: Type.Object({ removed: Type.Literal(true), id: Id }),
  refuses: ['app_not_found', 'editor_required', 'domain_not_found'],
  example: { answer: { removed: true, id: EXAMPLE_DOMAIN.id } },
})
