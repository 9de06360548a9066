import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Described, Id, Nullable, OneOf, Timestamp } from './shared.ts'

/** The places in an ad that a text or an image can be made for. */
export const ASSET_FIELDS = [
  'HEADLINE',
  'LONG_HEADLINE',
  'DESCRIPTION',
  'BUSINESS_NAME',
  'LOGO',
  'MARKETING_IMAGE',
  'SQUARE_MARKETING_IMAGE',
] as const
export type AssetFieldName = (typeof ASSET_FIELDS)[number]

/** Of one app at a time; another may begin when one of them is done. */
export const MAX_ASSET_SESSIONS = 3
/** What the list shows, and what is kept of those that were accepted and of the others each. */
export const MAX_LIBRARY_ASSETS = 5_000
export const ASSET_SESSION_HOURS = 24

const ASSETS = '/api/apps/{app_id}/ads-platform/assets'
const AssetField = OneOf(ASSET_FIELDS)
const AssetType = OneOf(['TEXT', 'IMAGE'])

const shown = {
  asset_type: Described(AssetType, 'Text or image'),
  field_type: Described(AssetField, 'Place in an ad that it was made for'),
  text: Nullable(Type.String({ description: 'Null for an image' })),
  url: Nullable(Type.String({ description: 'Null for a text' })),
}

const sessionFields = {
  id: Described(Id, 'Asset ID'),
  ...shown,
  width: Nullable(Type.Integer({ description: 'In pixels; null for a text and where it is not known' })),
  height: Nullable(Type.Integer({ description: 'As `width`' })),
  created_date: Described(Timestamp, 'When it was made'),
}

export const SessionAsset = Type.Object(sessionFields, { $id: 'SessionAsset' })

export const LibraryAsset = Type.Object(
  {
    ...sessionFields,
    session_id: Described(Id, 'Generation that it came from'),
    status: OneOf(['GENERATED', 'ACCEPTED', 'DISCARDED'], {
      description: '`DISCARDED`: nobody accepted it while its session lasted; it can still be accepted',
    }),
    accepted_campaign_id: Nullable(Type.String({ description: 'The campaign it was last added to' })),
    accepted_resource_names: Type.Array(Type.String(), {
      description: 'What the ad platform calls it in that campaign',
    }),
  },
  { $id: 'LibraryAsset' },
)

export const DurableAsset = Type.Object(
  {
    resource_name: Type.String({ description: 'Its name on the ad platform' }),
    asset_id: Type.String({ description: 'Its id on the ad platform' }),
    ...shown,
    status: OneOf(['ENABLED', 'PAUSED', 'REMOVED'], { description: 'Status in the campaign' }),
    primary_status: Type.String({ description: 'The ad platform’s summary of the state' }),
    review_status: Type.String({ description: 'Review by the ad platform' }),
    source: OneOf(['ADVERTISER', 'AUTOMATICALLY_CREATED'], { description: 'Who made it' }),
  },
  { $id: 'DurableAsset' },
)

const HttpsAddress = Type.String({ maxLength: 2_048, pattern: '^https://[^\\s/]' })

const TEXT_EXAMPLE = {
  id: 'ast_06fj2x5n8vqk3c9m7t0r4hwz1d',
  asset_type: 'TEXT',
  field_type: 'HEADLINE',
  text: 'Fresh Sourdough, Daily',
  url: null,
  width: null,
  height: null,
  created_date: '2026-11-15T09:30:00.000Z',
}
const LIBRARY_EXAMPLE = {
  ...TEXT_EXAMPLE,
  session_id: 'ags_06fj2x5hq6s8d1v3b7n9kzm4te',
  status: 'ACCEPTED',
  accepted_campaign_id: 'cmp_06fj2w0n4k8m2q6s9v3x7z1b5d',
  accepted_resource_names: ['customers/1234567890/assets/12345678901'],
}

export const listAssets = operation({
  name: 'assets.list',
  summary: 'List generated assets, and those that a campaign has',
  description:
    '`session` comes when a session is named, else `library`, newest first, at most the 5,000 most recent; never both. `durable` comes when a campaign is named. A session that still runs, is unknown or began more than a day ago has no rows. Without `campaign_id` only 200, 401 and 403 are answered.',
  method: 'GET',
  path: ASSETS,
  credential: personal('read_only'),
  takes_any_address: true,
  params: Type.Object({ app_id: Type.String() }),
  query: Type.Object({
    session_id: Type.Optional(Type.String({ description: 'From the asset-generation call' })),
    campaign_id: Type.Optional(Type.String({ description: 'The `id` of a campaign' })),
  }),
  answer: Type.Object({
    session: Type.Optional(
      Type.Array(SessionAsset, {
        description:
          'When session_id is sent: previews of that generation; empty while running or when nothing was produced; expired sessions read as empty',
      }),
    ),
    library: Type.Optional(
      Type.Array(LibraryAsset, {
        description:
          'When session_id is omitted: the app’s generated assets, newest first, at most the 5,000 most recent, no paging, no marker on truncation',
      }),
    ),
    durable: Type.Optional(
      Type.Array(DurableAsset, {
        description:
          'When campaign_id is sent: assets already attached to the campaign, read live from the ad platform',
      }),
    ),
  }),
  refuses: [
    'no_app_access',
    'editor_required',
    'app_not_found',
    'campaign_not_found',
    'ad_platform_unavailable',
  ],
  example: { answer: { library: [LIBRARY_EXAMPLE] } },
})

export const generateAssets = operation({
  name: 'assets.generate',
  summary: 'Have texts and images made for a campaign',
  description:
    'Goes on in the background; each asset is in the library as soon as it is made, and all of them in the session when it is done. Costs the credits of one generation when something was made. No address is called: they are context, and `logo_url` becomes the first logo as it is.',
  method: 'POST',
  path: `${ASSETS}/generate`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(10, 'caller+app'),
  params: Type.Object({ app_id: Id }),
  headers: Type.Object({
    'accept-language': Type.Optional(
      Type.String({ description: 'The language of the texts; English when it is absent or not supported' }),
    ),
  }),
  body: Type.Object({
    campaign_type: Type.Optional(OneOf(['SMART', 'PERFORMANCE_MAX'], { default: 'PERFORMANCE_MAX' })),
    business_name: Type.String({ minLength: 1, maxLength: 128, pattern: '\\S' }),
    business_description: Type.Optional(Type.String({ maxLength: 10_000, default: '' })),
    landing_page: Type.Optional(HttpsAddress),
    logo_url: Type.Optional(HttpsAddress),
    field_types: Type.Optional(
      Type.Array(AssetField, {
        minItems: 1,
        maxItems: ASSET_FIELDS.length,
        uniqueItems: true,
        description: 'By default all of them; for a smart campaign headlines and descriptions',
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 15,
        description: 'How many of each, as far as a campaign can have so many',
      }),
    ),
  }),
  status: 202,
  answer: Type.Object({
    session_id: Id,
    status: OneOf(['running']),
    expires_at: Timestamp,
  }),
  refuses: ['app_not_found', 'editor_required', 'asset_session_limit_reached', 'credits_exhausted'],
  example: {
    body: { business_name: 'Crumb & Co', business_description: 'Artisan sourdough bakery.' },
    answer: {
      session_id: 'ags_06fj2x5hq6s8d1v3b7n9kzm4te',
      status: 'running',
      expires_at: '2026-11-16T09:30:00.000Z',
    },
  },
})

export const acceptAsset = operation({
  name: 'assets.accept',
  summary: 'Accept a generated asset, and add it to a campaign if one is named',
  description:
    'Can be repeated: a campaign is only given what it does not have. After `outcome_unknown` repeat it, or read the campaign’s assets.',
  method: 'POST',
  path: `${ASSETS}/{session_asset_id}/accept`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(120, 'caller+app'),
  params: Type.Object({ app_id: Id, session_asset_id: Id }),
  body: Type.Object({ campaign_id: Type.Optional(Id) }),
  answer: LibraryAsset,
  refuses: [
    'app_not_found',
    'editor_required',
    'asset_not_found',
    'campaign_not_found',
    'rejected_by_platform',
    'campaign_removed',
    'campaign_busy',
    'outcome_unknown',
    'ad_platform_unavailable',
  ],
  example: { body: { campaign_id: LIBRARY_EXAMPLE.accepted_campaign_id }, answer: LIBRARY_EXAMPLE },
})
