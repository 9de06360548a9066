/** Where live updates are, and what they are called: socket.io 4 over websockets. */
export const REALTIME_PATH = '/ws-user-apps/socket.io/'

/** The room in which the changes of an entity's records are reported. */
export function entityRoom(app_id: string, entity_name: string): string {
  return `entities:${app_id}:${entity_name}`
}

/** The room in which the progress of a workflow run is reported. */
export function runRoom(run_id: string): string {
  return `/workflow-runs/${run_id}`
}
