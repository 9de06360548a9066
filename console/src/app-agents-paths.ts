/** Addresses of the agents inside an app. */
import { paths } from './paths.ts'

export const appAgentsPaths = {
  list: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/agents`,
}
