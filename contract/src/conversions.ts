import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, OneOf, Timestamp } from './shared.ts'

/** The kinds of goals that an account can have: what people do after they saw an ad. */
export const CONVERSION_TYPES = [
  'PURCHASE',
  'ADD_TO_CART',
  'BEGIN_CHECKOUT',
  'SIGNUP',
  'SUBMIT_LEAD_FORM',
  'CONTACT',
  'REQUEST_QUOTE',
  'BOOK_APPOINTMENT',
  'SUBSCRIBE_PAID',
  'PHONE_CALL_LEAD',
] as const
export type ConversionTypeName = (typeof CONVERSION_TYPES)[number]

export const MAPPING_EVENTS = ['create', 'update', 'delete'] as const
export const MAX_MAPPINGS_PER_APP = 100
/** How many days `recent_conversions` counts, today included. */
export const RECENT_CONVERSION_DAYS = 30

/** What a scan can find amiss. The last four do not keep it from being clean. */
export const TRACKING_GAPS = [
  'account_tag_unpublished',
  'base_tag_missing',
  'base_tag_not_configured',
  'goal_missing',
  'goal_tag_unpublished',
  'event_call_missing',
  'wrong_conversion_id',
  'unknown_label',
  'unreadable_call',
  'source_too_large',
] as const

const ConversionType = OneOf(CONVERSION_TYPES)
const MappingEvent = OneOf(MAPPING_EVENTS)
const Day = Type.String({ format: 'date', description: 'UTC' })

export const ConversionAction = Type.Object(
  {
    id: Type.String({ description: 'The platform’s own; a mapping takes it as `conversion_action_id`.' }),
    resource_name: Type.String(),
    name: Type.String(),
    conversion_type: ConversionType,
    counting: OneOf(['ONE_PER_CLICK', 'MANY_PER_CLICK']),
    conversion_id: Nullable(
      Type.String({ description: 'Such as AW-1234567890; null until the platform publishes the tag.' }),
    ),
    label: Nullable(Type.String({ description: '`send_to` of an event call is `conversion_id/label`.' })),
    created_date: Nullable(Timestamp),
  },
  { $id: 'ConversionAction' },
)

export const ConversionMapping = Type.Object(
  {
    id: Id,
    entity_name: Type.String(),
    event: MappingEvent,
    conversion_type: ConversionType,
    conversion_action_id: Nullable(
      Type.String({ description: 'Null: the goal of the account that has this type.' }),
    ),
    is_enabled: Type.Boolean(),
    recent_conversions: Type.Integer({
      description:
        'Writes that fired it in the last 30 days, counted by us; what the platform counts comes from the tag in the app’s pages.',
    }),
    last_conversion_day: Nullable(Day),
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'ConversionMapping' },
)

export const TrackingGap = Type.Object(
  {
    kind: OneOf(TRACKING_GAPS),
    message: Type.String({ description: 'What is amiss and what to do.' }),
    file_path: Type.Optional(Type.String()),
    mapping_id: Type.Optional(Id),
    conversion_type: Type.Optional(ConversionType),
  },
  { $id: 'TrackingGap' },
)

export const TrackingScan = Type.Object(
  {
    gaps: Type.Array(TrackingGap),
    calls_count: Type.Integer({ description: 'Calls in the code that report a conversion to this account.' }),
    is_clean: Type.Boolean({
      description: 'The tag of this account is installed and every enabled mapping has its call.',
    }),
    skipped_reason: Type.Optional(OneOf(['no_ads_account', 'no_source'])),
  },
  { $id: 'TrackingScan' },
)

const ADS = '/api/apps/{app_id}/ads-platform'
const AppPath = Type.Object({ app_id: Id })
const MappingPath = Type.Object({ app_id: Id, mapping_id: Id })
const READ = perMinute(300, 'caller')
const CHANGE = perMinute(60, 'caller+app', 'conversions.change')
const APP_REFUSALS = ['app_not_found', 'editor_required'] as const

const EntityName = Type.String({ pattern: '^\\w+$', maxLength: 64 })
const ActionId = Type.String({ pattern: '^\\d{1,20}$', description: 'The `id` of a conversion action' })

const EXAMPLE_ACTION = {
  id: '4401122334',
  resource_name: 'customers/1234567890/conversionActions/4401122334',
  name: 'Bakery – Purchase',
  conversion_type: 'PURCHASE',
  counting: 'MANY_PER_CLICK',
  conversion_id: 'AW-1234567890',
  label: 'AbC-D_efGhIjKlMnOpQ',
  created_date: '2026-11-15T09:30:00.000Z',
}

const EXAMPLE_MAPPING = {
  id: 'cmap_06bcz0k3v4n8q1t5w7x9y2a3b4',
  entity_name: 'Order',
  event: 'create',
  conversion_type: 'PURCHASE',
  conversion_action_id: null,
  is_enabled: true,
  recent_conversions: 12,
  last_conversion_day: '2026-11-15',
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
}

export const listConversionActions = operation({
  name: 'conversions.list_actions',
  summary: 'List the goals of the app’s advertising account, with their tags as far as they are published',
  method: 'GET',
  path: `${ADS}/conversion-actions`,
  credential: personal('read_only'),
  limit: READ,
  params: AppPath,
  answer: Type.Array(ConversionAction, { description: 'Empty without an account.' }),
  refuses: [...APP_REFUSALS, 'ad_platform_unavailable'],
  example: { answer: [EXAMPLE_ACTION] },
})

export const listMappings = operation({
  name: 'conversions.list_mappings',
  summary: 'List which writes of which entities count as which goal, newest first',
  method: 'GET',
  path: `${ADS}/conversion-mappings`,
  credential: personal('read_only'),
  limit: READ,
  params: AppPath,
  answer: Type.Array(ConversionMapping),
  refuses: APP_REFUSALS,
  example: { answer: [EXAMPLE_MAPPING] },
})

export const createMapping = operation({
  name: 'conversions.create_mapping',
  summary: 'Let a write of an entity count as a goal',
  description: 'Send `conversion_type`, or `conversion_action_id` for one particular goal of the account.',
  method: 'POST',
  path: `${ADS}/conversion-mappings`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  body: Type.Object({
    entity_name: EntityName,
    event: MappingEvent,
    conversion_type: Type.Optional(ConversionType),
    conversion_action_id: Type.Optional(ActionId),
    is_enabled: Type.Optional(Type.Boolean({ default: true })),
  }),
  status: 201,
  answer: ConversionMapping,
  refuses: [
    ...APP_REFUSALS,
    'conversion_action_not_found',
    'no_ads_account',
    'mapping_exists',
    'mapping_limit_reached',
    'ad_platform_unavailable',
  ],
  example: {
    body: { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' },
    answer: { ...EXAMPLE_MAPPING, recent_conversions: 0, last_conversion_day: null },
  },
})

export const updateMapping = operation({
  name: 'conversions.update_mapping',
  summary: 'Change a mapping; send only the fields to change',
  description: 'What it counted is forgotten when it comes to stand for another write or goal.',
  method: 'PATCH',
  path: `${ADS}/conversion-mappings/{mapping_id}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: MappingPath,
  body: Type.Object({
    entity_name: Type.Optional(EntityName),
    event: Type.Optional(MappingEvent),
    conversion_type: Type.Optional(ConversionType),
    conversion_action_id: Type.Optional(ActionId),
    is_enabled: Type.Optional(Type.Boolean()),
  }),
  answer: ConversionMapping,
  refuses: [
    ...APP_REFUSALS,
    'mapping_not_found',
    'conversion_action_not_found',
    'no_ads_account',
    'mapping_exists',
    'ad_platform_unavailable',
  ],
  example: { body: { is_enabled: false }, answer: { ...EXAMPLE_MAPPING, is_enabled: false } },
})

export const deleteMapping = operation({
  name: 'conversions.delete_mapping',
  summary: 'Delete a mapping with what it counted',
  method: 'DELETE',
  path: `${ADS}/conversion-mappings/{mapping_id}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: MappingPath,
  answer: Type.Object({ deleted: Type.Literal(true) }),
  refuses: [...APP_REFUSALS, 'mapping_not_found'],
  example: { answer: { deleted: true } },
})

export const scanTracking = operation({
  name: 'ads.scan_tracking',
  summary: 'Look in the app’s code for the tag of its advertising account and the calls of its mappings',
  description:
    'Code that was scanned already is not read again. When the scan is clean, campaigns that waited for it are enabled.',
  method: 'POST',
  path: `${ADS}/tracking-scan`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(30, 'caller+app'),
  params: AppPath,
  answer: TrackingScan,
  refuses: [...APP_REFUSALS, 'ad_platform_unavailable', 'source_unavailable'],
  example: {
    answer: {
      gaps: [
        {
          kind: 'event_call_missing',
          message: 'No call reports PURCHASE when “Order” records are created; add it.',
          mapping_id: EXAMPLE_MAPPING.id,
          conversion_type: 'PURCHASE',
        },
      ],
      calls_count: 0,
      is_clean: false,
    },
  },
})

export const buildBootstrapPrompt = operation({
  name: 'ads.build_bootstrap_prompt',
  summary: 'Make the missing conversion goals and an instruction that installs conversion tracking',
  description:
    'Goals that were made stay. With `wire_events` and enabled mappings it waits up to about four seconds for the platform to publish their tags. It can be repeated safely.',
  method: 'POST',
  path: `${ADS}/tracking-scan/build-bootstrap-prompt`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(30, 'caller+app'),
  params: AppPath,
  body: Type.Object({
    wire_events: Type.Boolean({
      description: 'True also wires each enabled conversion mapping; false installs only the base tag.',
    }),
  }),
  answer: Type.Object({
    composer_prompt: Type.String({
      description: 'Instruction for the AI; empty string when skipped_reason is set.',
    }),
    conversion_id: Type.Optional(
      Type.String({
        description:
          'Conversion tag ID baked into the prompt; empty string when the prompt tells the AI to look IDs up; absent when skipped.',
      }),
    ),
    actions_created_or_existing: Type.Optional(
      Type.Integer({ description: 'Goals the account has after the call; absent when skipped.' }),
    ),
    wired_mappings: Type.Optional(
      Type.Integer({
        description:
          'Mappings the prompt carries wiring guidance for; when wire_events is true and no mapping is enabled, the number of conversion categories offered; absent when skipped.',
      }),
    ),
    skipped_reason: Type.Optional(
      OneOf(['no_ads_account'], { description: 'Absent when a prompt was produced.' }),
    ),
  }),
  refuses: [...APP_REFUSALS, 'rejected_by_platform', 'ad_platform_unavailable'],
  example: {
    body: { wire_events: true },
    answer: {
      composer_prompt: 'Install conversion tracking in this app. …',
      conversion_id: 'AW-1234567890',
      actions_created_or_existing: 10,
      wired_mappings: 1,
    },
  },
})
