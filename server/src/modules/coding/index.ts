/** Repositories of apps, coding sessions that open pull requests, and the app builder's chat. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { carryOutSession } from './agent/carry-out-session.ts'
import { resumeSessions } from './agent/resume-sessions.ts'
import { heldSessionStore } from './agent/work/held-session-store.ts'
import { codingArchive } from './archive.ts'
import { carryOutChat } from './chat/carry-out-chat.ts'
import { chatStore } from './chat/chat-store.ts'
import { listChatMessages } from './chat/list-chat-messages.ts'
import { readChatMessage } from './chat/read-chat-message.ts'
import { resumeChats } from './chat/resume-chats.ts'
import { sendChatMessage } from './chat/send-chat-message.ts'
import { deleteAppData } from './delete-app-data.ts'
import type { Deps } from './deps.ts'
import { serveGit } from './git-http/serve-git.ts'
import { addPullRequestComment } from './pull-requests/add-pull-request-comment.ts'
import { closePullRequest } from './pull-requests/close-pull-request.ts'
import { listPullRequestComments } from './pull-requests/list-pull-request-comments.ts'
import { listPullRequests } from './pull-requests/list-pull-requests.ts'
import { mergePullRequest } from './pull-requests/merge-pull-request.ts'
import { readPullRequest } from './pull-requests/read-pull-request.ts'
import { readPullRequestDiff } from './pull-requests/read-pull-request-diff.ts'
import { connectRepository } from './repository/connect-repository.ts'
import { disconnectRepository } from './repository/disconnect-repository.ts'
import { importRepository } from './repository/import-repository.ts'
import { maintainRepositories } from './repository/maintain-repositories.ts'
import { pullSource } from './repository/pull-source.ts'
import { pushSource } from './repository/push-source.ts'
import { readRepository } from './repository/read-repository.ts'
import { sealedTokens } from './repository/sealed-token.ts'
import { cancelSession } from './sessions/cancel-session.ts'
import { launchSession } from './sessions/launch-session.ts'
import { listSessionEvents } from './sessions/list-session-events.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { purgeSessions } from './sessions/purge-sessions.ts'
import { readCodingSession } from './sessions/read-coding-session.ts'
import { readInputRequest } from './sessions/read-input-request.ts'
import { readLatestSession } from './sessions/read-latest-session.ts'
import { readSessionByLaunchKey } from './sessions/read-session-by-launch-key.ts'
import { readSessionDiff } from './sessions/read-session-diff.ts'
import { readSessionMessage } from './sessions/read-session-message.ts'
import { sendSessionMessage } from './sessions/send-session-message.ts'

export { takeSessions } from './agent/carry-out-session.ts'
export type { BuiltApps, BuiltFile, SourceChange, SourceChanged } from './built-apps.ts'
export { takeChats } from './chat/carry-out-chat.ts'
export { followChats } from './chat/chat-channel.ts'
export type { CodingNotices, NoticedSession } from './coding-notices.ts'
export type { CodingSettings } from './coding-settings.ts'
export type { Deps as CodingDeps } from './deps.ts'
export { type ImportedWork, importWork } from './import-work.ts'
export { SESSIONS_CHANNEL } from './sessions/session-channel.ts'
export { type AskingSession, askingSessions } from './trouble-store.ts'

export const coding = module<Deps>('coding', {
  handlers: [
    handle(operations.repository.connect, connectRepository),
    handle(operations.repository.read, readRepository),
    handle(operations.repository.disconnect, disconnectRepository),
    handle(operations.repository.import, importRepository),
    handle(operations.repository.push_source, pushSource),
    handle(operations.repository.pull_source, pullSource),
    handle(operations.git.serve, serveGit),
    handle(operations.coding.launch, launchSession),
    handle(operations.coding.list, listSessions),
    handle(operations.coding.latest, readLatestSession),
    handle(operations.coding.by_launch_key, readSessionByLaunchKey),
    handle(operations.coding.read, readCodingSession),
    handle(operations.coding.events, listSessionEvents),
    handle(operations.coding.diff, readSessionDiff),
    handle(operations.coding.input_request, readInputRequest),
    handle(operations.coding.message, sendSessionMessage),
    handle(operations.coding.read_message, readSessionMessage),
    handle(operations.coding.cancel, cancelSession),
    handle(operations.pull_requests.list, listPullRequests),
    handle(operations.pull_requests.read, readPullRequest),
    handle(operations.pull_requests.diff, readPullRequestDiff),
    handle(operations.pull_requests.list_comments, listPullRequestComments),
    handle(operations.pull_requests.comment, addPullRequestComment),
    handle(operations.pull_requests.merge, mergePullRequest),
    handle(operations.pull_requests.close, closePullRequest),
    handle(operations.chat.send, sendChatMessage),
    handle(operations.chat.list, listChatMessages),
    handle(operations.chat.read, readChatMessage),
  ],
  jobs: [carryOutSession, carryOutChat],
  schedules: [
    every('* * * * *', resumeSessions),
    every('* * * * *', resumeChats),
    every('13 4 * * *', purgeSessions),
    every('41 * * * *', maintainRepositories),
  ],
  listeners: [deleteAppData],
  async takeOver({ db }) {
    await heldSessionStore(db).releaseAll()
    await chatStore(db).releaseAll()
  },
  archive: codingArchive,
  sealed: sealedTokens,
})
