import { inLanguage } from './language/language.ts'

/** Of what goes wrong anywhere; what the API refuses has its words by code in refusal-words.ts. */
export const english = {
  unreachable: 'Atrium does not answer',
  checkConnection: 'Check your connection, then try again.',
  noPasskey: 'No passkey was used',
  pageNotFound: 'Page not found',
  leadsNowhere: 'This address leads nowhere. It may have moved, or you may lack access.',
  wentWrong: 'Something went wrong',
  reload: 'The console could not show this. Reload the page to try again.',
  waitSeconds: 'Wait {seconds} seconds, then try again.',
  request: 'Request {id}',

  signInFailed: 'Sign-in failed',
  noCredits: 'No credits are left',
  cardMissing: 'A card is missing',
  adPlatformSilent: 'The ad platform does not answer',
  forgeSilent: 'The forge does not answer',
  gitMissing: 'Repositories need git on this server',
  functionsOff: 'Functions cannot run on this server',
  notInPlan: 'Your plan does not include this',
  mayNot: 'You may not do this',
  notFound: 'Not found',
  doesNotFit: 'This does not fit the current state',
  usedUpToday: 'Used up for today',
  tooManyRequests: 'Too many requests',
  serverProblem: 'Atrium has a problem',
  refused: 'The request was refused',

  notAccepted: 'Some values were not accepted',
  correctMarked: 'Correct the marked fields.',
  needed: 'This is needed.',
  tooLong: 'This is too long.',
  otherForm: 'This does not have the expected form.',
  tooCommon: 'This is one of the 10,000 most common passwords. Choose another.',
} as const

export const errorWords = await inLanguage(english, { de: () => import('./error-words.de.ts') })
