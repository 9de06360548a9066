/** Which columns people look for in which list; in any other, names come first and times last. */

/** By operation. `last_run.status` is a field of a thing inside. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'agents.list': ['name', 'id', 'description', 'user_role', 'updated_date'],
  'app_conversations.list': ['id', 'agent_name', 'created_by_id', 'updated_date'],
  'app_deliveries.list': ['id', 'event_type', 'status', 'created_date', 'next_attempt_at'],
  'app_logs.list': ['created_date', 'user_email', 'page', 'visits'],
  'app_users.list': ['email', 'full_name', 'role', 'status', 'id'],
  'app_webhooks.list': ['id', 'target_url', 'events', 'consecutive_failures', 'last_trigger_time'],
  'apps.list': ['name', 'id', 'published_url', 'user_role', 'updated_date'],
  'attention.list': ['severity', 'kind', 'app_name', 'subject.name', 'detail', 'since', 'id'],
  'audit.list': ['created_date', 'action', 'actor_email', 'target_type', 'target_id', 'address'],
  'automations.list_runs': ['id', 'automation', 'event', 'status', 'attempts', 'created_date'],
  'campaigns.list': ['campaign_name', 'id', 'status', 'daily_budget_micros', 'serving_status'],
  'chat.list': ['id', 'status', 'text', 'created_date'],
  'coding.diff': ['status', 'path', 'additions', 'deletions'],
  'coding.events': ['seq', 'created_date', 'type', 'data'],
  'coding.list': ['id', 'title', 'state', 'branch_name', 'pull_request.url', 'created_date'],
  'collaborators.list': ['email', 'full_name', 'role', 'user_id'],
  'connectors.available': ['integration_type', 'display_name', 'category', 'auth_mode', 'is_ready'],
  'connectors.list': ['integration_type', 'display_name', 'status', 'account_name', 'connected_at'],
  'connectors.list_calls': ['started_at', 'integration_type', 'method', 'path', 'status', 'duration_ms'],
  'conversations.list': ['id', 'agent_id', 'user_id', 'updated_date'],
  'credits.list': ['created_date', 'user_email', 'app_id', 'kind', 'amount'],
  'deliveries.list': ['id', 'event_type', 'status', 'created_date', 'next_attempt_at'],
  'domains.list': ['domain', 'status', 'id', 'verified_date'],
  'files.list': ['name', 'id', 'visibility', 'content_type', 'size', 'created_date'],
  'flows.list': ['name', 'id', 'last_run.status', 'step_count', 'schedule.cron', 'next_run_at'],
  'folders.tree': ['name', 'id', 'scope', 'parent_folder_id', 'app_ids'],
  'functions.list': ['name', 'entry', 'deployment_id', 'updated_date'],
  'functions.list_deployments': ['id', 'is_active', 'entry', 'created_by', 'created_date'],
  'functions.list_invocations': ['started_at', 'trigger', 'method', 'status', 'duration_ms', 'request_id'],
  'functions.logs': ['time', 'level', 'message'],
  'mail.list': ['created_date', 'to', 'subject', 'status', 'error'],
  'members.list': ['email', 'full_name', 'role', 'status', 'access_state', 'last_active'],
  'pull_requests.diff': ['status', 'path', 'additions', 'deletions'],
  'pull_requests.list': ['number', 'title', 'state', 'head_branch', 'url'],
  'runs.list': ['id', 'workflow_name', 'status', 'trigger_type', 'started_at', 'duration_ms'],
  'runs.list_all': ['id', 'workflow_name', 'status', 'trigger_type', 'started_at', 'duration_ms'],
  'scans.list': ['id', 'status', 'new_count', 'fixed_count', 'requested_at', 'error'],
  'site.list_revisions': ['number', 'is_active', 'file_count', 'bytes', 'message', 'created_date', 'id'],
  'source.commits': ['commit_id', 'created_date', 'author_name', 'message'],
  'source.tree': ['path', 'size', 'revision', 'updated_date'],
  'test_runs.list': ['id', 'flow_name', 'status', 'trigger', 'started_at', 'duration_ms'],
  'tokens.list': ['name', 'id', 'permission', 'user_email', 'expires_at', 'last_used_at'],
  'webhooks.list': ['id', 'target_url', 'events', 'consecutive_failures', 'last_trigger_time'],
  'workflows.list': ['name', 'id', 'status', 'trigger.type', 'last_run.status', 'next_run_at'],
  'workflows.list_versions': ['version', 'created_by', 'created_date'],
  'workspaces.list': ['name', 'id', 'user_role', 'subscription_tier'],
}

export function columnsOf(operation: string): readonly string[] | undefined {
  return Object.hasOwn(COLUMNS, operation) ? COLUMNS[operation] : undefined
}

export const listedOperations: readonly string[] = Object.keys(COLUMNS)

const FIRST = ['name', 'title', 'email', 'full_name', 'id', 'role', 'status', 'state']
/** Of every record, whatever its entity: they come behind its own fields. */
const LAST = ['id', 'created_date', 'updated_date', 'created_by', 'created_by_id', 'is_sample']

/** All columns that the rows have, in the order in which people look for them. */
export function guessColumns(names: readonly string[], isOfRecords: boolean): string[] {
  const rank = (name: string) => {
    if (isOfRecords) return LAST.includes(name) ? 1 + LAST.indexOf(name) : 0
    const at = FIRST.indexOf(name)
    if (at >= 0) return at - FIRST.length
    return /(_date|_at|_by|_by_id)$/.test(name) ? 1 : 0
  }
  return [...names].sort((a, b) => rank(a) - rank(b))
}
