export const words = {
  theTabWhereYou: 'The tab where you started has gone on. You can close this one.',
  connectorsOfName: 'Connectors of {name}',
  toTheConsole: 'To the console',
  thisPageBelongsTo: 'This page belongs to Atrium. Real services show one of their own.',
  sandboxAtrium: 'Sandbox · Atrium',
  letTheAppInto: 'Let the app into the sandbox?',
  thereIsNothingTo: 'There is nothing to decide. Start the connection from an app.',
  theAccountAccount: 'the account {account}',
  yourAccount: 'your account',
  anAppOfAtrium:
    'An app of Atrium asks for access to {yourAccount} at the sandbox, a service to try connectors with. It holds nothing of yours.',
  itAsksFor: 'It asks for',
  approve: 'Approve',
  refuse: 'Refuse',
} as const
