export const words = {
  forOwnersAndAdmins: 'For owners and admins',
  invitationsHoldLinksThat:
    'Invitations hold links that let people in, so only who may invite can read them.',
  noMailsYet: 'No mails yet',
  invitationsThatAreSent: 'Invitations that are sent from this workspace appear here for 60 days.',
  nothingIsSent: 'Nothing is sent',
  thisServerKeepsIts:
    'This server keeps its mails here instead of sending them. Open one and pass its link on yourself.',
  mails: 'Mails',
  subjectToTo: '{subject} to {to}',
  notSent: 'Not sent',
  theLastTryFailed: 'The last try failed',
  whatItSaysIs: 'What it says is for its receiver alone. Send the invitation again if the mail was lost.',
  copyLink: 'Copy link',
  to: 'To',
  subject: 'Subject',
  state: 'State',
  written: 'Written',
  sent: 'Sent',
  onItsWay: 'On its way',
  keptHere: 'Kept here',
} as const
