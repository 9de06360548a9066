/** Addresses of the code of an app: its files, as they are and as they were, and its changes. */
import { paths, withQuery } from './paths.ts'

export interface SourceCommitsView {
  /** A file or a folder; without it all changes show. */
  path?: string | undefined
  cursor?: string | undefined
}

export const sourcePaths = {
  files: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/source`,
  file: (workspaceId: string, appId: string, path: string) =>
    `${sourcePaths.files(workspaceId, appId)}/files/${encodeURIComponent(path)}`,
  commits: (workspaceId: string, appId: string, view: SourceCommitsView = {}) =>
    withQuery(`${sourcePaths.files(workspaceId, appId)}/commits`, view),
  commit: (workspaceId: string, appId: string, commitId: string) =>
    `${sourcePaths.commits(workspaceId, appId)}/${encodeURIComponent(commitId)}`,
  /** The file as it was after the commit. */
  fileThen: (workspaceId: string, appId: string, commitId: string, path: string) =>
    `${sourcePaths.commit(workspaceId, appId, commitId)}/files/${encodeURIComponent(path)}`,
}
