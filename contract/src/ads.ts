import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Id, OneOf } from './shared.ts'

const ADS = '/api/apps/{app_id}/ads-platform'
const AppPath = Type.Object({ app_id: Id })

/** Days of a report, in the time zone of the advertising account. */
export const DATE_PRESETS = [
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_14_DAYS',
  'LAST_30_DAYS',
  'LAST_90_DAYS',
  'THIS_WEEK_MON_TODAY',
  'THIS_WEEK_SUN_TODAY',
  'LAST_WEEK_MON_SUN',
  'LAST_WEEK_SUN_SAT',
  'LAST_BUSINESS_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
] as const

export const AdLocation = Type.Object(
  {
    resource_name: Type.String({ description: 'The ID to pass in geo_targets.' }),
    name: Type.String({ description: 'Name of the place.' }),
    canonical_name: Type.String({ description: 'Full path with region and country.' }),
    country_code: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
    target_type: OneOf(['City', 'Region', 'Country'], { description: 'Kind of place.' }),
    reach: Type.Integer({ description: 'Estimated reachable people.' }),
    search_term: Type.String({ description: 'The query echoed back.' }),
  },
  { $id: 'AdLocation' },
)

export const searchLocations = operation({
  name: 'ads.search_locations',
  summary: 'Search the places that a campaign can be shown in, best match first',
  description:
    'Names are found with and without marks, in English and in local spelling, by their beginning, by a later word and in spite of a slip. `Paris, Texas` or `Paris Texas` names one of several.',
  method: 'GET',
  path: `${ADS}/geo-targets/search`,
  credential: personal('read_only'),
  limit: perMinute(300, 'caller'),
  params: AppPath,
  query: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 300, default: '', description: 'Empty: suggestions' })),
    country_code: Type.Optional(
      Type.String({
        pattern: '^([A-Za-z]{2})?$',
        default: '',
        description: 'ISO 3166-1 alpha-2; empty searches everywhere',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Most results to return' }),
    ),
    resource_names: Type.Optional(
      Type.String({
        maxLength: 4096,
        pattern: '^[^,]+(,[^,]+){0,99}$',
        description:
          'Instead of a query: the places with these ids, commas between; unknown ones are left out',
      }),
    ),
  }),
  answer: Type.Array(AdLocation),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    answer: [
      {
        resource_name: 'geoTargetConstants/1002886242',
        name: 'Köln',
        canonical_name: 'Köln,North Rhine-Westphalia,Germany',
        country_code: 'DE',
        target_type: 'City',
        reach: 770_700,
        search_term: 'cologne',
      },
    ],
  },
})
