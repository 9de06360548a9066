/** Refusals of repositories, coding sessions and the app builder that would puzzle a person in the words of the API. */
export const CODING_WORDS: Record<string, string> = {
  pull_request_not_found: 'This pull request is not in the connected repository.',
  coding_session_not_found: 'This session is no longer kept, or it belongs to another app.',
  chat_message_not_found: 'This message is no longer kept.',
  session_message_not_found: 'This message is no longer kept.',
  repository_mismatch: 'The app was connected to another repository since. Reload the page, then try again.',
  repository_in_use: 'A session works on this repository. Wait for its end, or cancel it first.',
  nothing_to_push: 'The repository has the code of the app already. Nothing was pushed.',
  branch_moved:
    'The branch has commits that the app does not have. Pull them first, or replace the files of the branch.',
  pull_request_closed: 'This pull request was merged or closed already.',
  pull_request_changed: 'It has new commits since you looked. Look at the changes again, then merge.',
  session_queue_full: 'Twenty sessions of this app wait or run already. Try again when some have ended.',
  session_ended: 'This session has ended already.',
  session_busy: 'It works on a message already. Wait for it, then send yours again.',
  input_request_changed: 'This question was answered already, or it is not open any more.',
  delivery_interrupted: 'The session ended before it read your message. Send it again.',
  forge_unavailable: 'Nothing was changed. Try again in a moment.',
  git_unavailable: 'Ask those who run Atrium to install git there.',
}
