/** Addresses of how people sign in: by the provider of a workspace, and by those of an app. */
import { paths } from './paths.ts'
import { workspacePaths } from './workspace-paths.ts'

export const signInPaths = {
  ofWorkspace: (workspaceId: string) => `${workspacePaths.settings(workspaceId)}/sign-in`,
  ofApp: (workspaceId: string, appId: string) => `${paths.appUsers(workspaceId, appId)}/sign-in-providers`,
}
