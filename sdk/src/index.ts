/** In this repository the package, and constants of the contract that the console shows. */
export { ASSET_FIELDS } from '@atrium/contract/ad-assets'
export { MAX_GEO_TARGETS, MAX_THEMES } from '@atrium/contract/ad-campaign'
export { DATE_PRESETS } from '@atrium/contract/ads'
export { MESSAGES_PER_READ } from '@atrium/contract/agents'
export { ATTENTION_KINDS, ATTENTION_SEVERITIES, MAX_SNOOZE_DAYS } from '@atrium/contract/attention'
export { CALLS_KEPT_DAYS } from '@atrium/contract/connector-calls'
export { CONNECTOR_CATEGORIES } from '@atrium/contract/connector-definition'
export { APPROVE_MINUTES } from '@atrium/contract/connectors'
export { CONVERSION_TYPES, MAPPING_EVENTS } from '@atrium/contract/conversions'
export { FIELD_NAME_RULE, isFieldName } from '@atrium/contract/field-names'
export { DEFAULT_STEP_MS, MAX_FLOW_STEPS } from '@atrium/contract/flow-steps'
export { DEFAULT_RUN_SECONDS, MAX_ALLOWED_HOSTS } from '@atrium/contract/flows'
export { type FindingType, GROUP_OF_TYPE } from '@atrium/contract/scans'
export { MASKED } from '@atrium/contract/secrets'
export { FAILURES_BEFORE_TURN_OFF, MAX_WEBHOOKS_PER_AGENT } from '@atrium/contract/webhook-limits'
export {
  APPROVAL,
  CALLS,
  type CallName,
  kindOf,
  type Task,
  type TaskKind,
  type TaskList,
  type WorkflowDefinition,
} from '@atrium/contract/workflow-definition'
export { type AreaClient, createAreaClient } from './area-client.ts'
export * from './published.ts'
