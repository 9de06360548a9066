import * as chat from './chat.ts'
import * as messages from './coding-messages.ts'
import * as sessions from './coding-sessions.ts'
import * as pullRequests from './pull-requests.ts'
import * as repositories from './repositories.ts'

/** Coding sessions, the repository that an app is connected to, and the app builder's chat. */
export const codingOperations = {
  repository: {
    connect: repositories.connectRepository,
    read: repositories.readRepository,
    disconnect: repositories.disconnectRepository,
    import: repositories.importRepository,
    push_source: repositories.pushSource,
    pull_source: repositories.pullSource,
  },
  git: { serve: repositories.serveGit },
  coding: {
    launch: sessions.launchSession,
    list: sessions.listSessions,
    latest: sessions.readLatestSession,
    by_launch_key: sessions.readSessionByLaunchKey,
    read: sessions.readCodingSession,
    events: sessions.listSessionEvents,
    diff: sessions.readSessionDiff,
    input_request: messages.readInputRequest,
    message: messages.sendSessionMessage,
    read_message: messages.readSessionMessage,
    cancel: sessions.cancelSession,
  },
  pull_requests: {
    list: pullRequests.listPullRequests,
    read: pullRequests.readPullRequest,
    diff: pullRequests.readPullRequestDiff,
    list_comments: pullRequests.listPullRequestComments,
    comment: pullRequests.addPullRequestComment,
    merge: pullRequests.mergePullRequest,
    close: pullRequests.closePullRequest,
  },
  chat: { send: chat.sendChatMessage, list: chat.listChatMessages, read: chat.readChatMessage },
} as const
