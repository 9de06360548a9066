/** As the pages in viewers.e2e.ts: those of the code of an app, of coding and of visits. */
export interface VisitedPage {
  path: string
  /** The files that show it. */
  shows: string[]
  /** What may be pressed there by those who only read. */
  allows?: RegExp
}

/** Pages of a workspace that explain to others that they are for owners and admins. */
export const FOR_ADMINS: readonly VisitedPage[] = [
  { path: 'usage', shows: ['usage/UsagePage.tsx'] },
  { path: 'backups', shows: ['backups/BackupsPage.tsx'] },
  { path: 'installation', shows: ['installation/InstallationPage.tsx'] },
]

/** `app` is the path of an app with code; braces stand for what the server named. */
export function partsOf(app: string): VisitedPage[] {
  return [
    { path: `${app}/code`, shows: ['code/CodeTab.tsx', 'code/SessionsPart.tsx'] },
    { path: `${app}/code/pull-requests`, shows: ['code/PullRequestsPart.tsx'] },
    { path: `${app}/code/repository`, shows: ['code/RepositoryPart.tsx'] },
    { path: `${app}/code/sessions/{session}`, shows: ['code/SessionPage.tsx'] },
    { path: `${app}/code/pull-requests/{pull}`, shows: ['code/PullRequestPage.tsx'] },
    {
      path: `${app}/source`,
      shows: ['source/SourceTab.tsx', 'source/FilesPart.tsx'],
      // Opening a folder changes nothing, nor does a download.
      allows: /^Folder /,
    },
    { path: `${app}/source/files/index.html`, shows: [], allows: /^(Folder |Download )/ },
    { path: `${app}/source/commits`, shows: ['source/HistoryPart.tsx'] },
    { path: `${app}/source/commits/{commit}`, shows: ['source/CommitPage.tsx'] },
    {
      path: `${app}/source/commits/{commit}/files/index.html`,
      shows: ['source/FileThenPage.tsx'],
      allows: /^Download /,
    },
    { path: `${app}/logs`, shows: ['logs/LogsTab.tsx'] },
    { path: `${app}/agents`, shows: ['app-agents/AppAgentsTab.tsx'] },
  ]
}
