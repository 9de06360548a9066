import type { Params } from 'react-router'
import type { WebhookOwner } from '../../paths.ts'

/** Whose webhooks the address is about: the same pages serve both. */
export function ownerOf({ agent_id, app_id }: Params): WebhookOwner {
  return agent_id === undefined ? { kind: 'app', id: app_id ?? '' } : { kind: 'agent', id: agent_id }
}
