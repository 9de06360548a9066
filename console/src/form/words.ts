export const words = {
  typeTypeToConfirmToConfirm: 'Type “{typeToConfirm}” to confirm',
  typeTheNameFirst: 'Type the name first.',
  cancel: 'Cancel',
  discardWhatYouTyped: 'Discard what you typed?',
  discard: 'Discard',
  goOnTyping: 'Go on typing',
  itIsOnIts: 'It is on its way. If it is refused, what you typed is lost.',
  itIsNotSaved: 'It is not saved.',
  copyItNow: 'Copy it now',
  thisIsTheOnly: 'This is the only time the {label} is shown. Keep it like a password.',
  copy: 'Copy',
  iHaveCopiedIt: 'I have copied it',
} as const
