/** What came of it when a service sent somebody back. */
export interface OutcomeWords {
  title: string
  text: string
  isGood: boolean
}

const OUTCOMES: Record<string, OutcomeWords> = {
  connected: { title: 'Connected', text: 'The app can use the service now.', isGood: true },
  refused: {
    title: 'Not approved',
    text: 'The service was not allowed to let the app in. Nothing was changed; start again if that was a mistake.',
    isGood: false,
  },
  expired: {
    title: 'Too late',
    text: 'The link was good for ten minutes, and they are over. Start the connection again.',
    isGood: false,
  },
  used: {
    title: 'Already used',
    text: 'This link was used before. See at the app whether it is connected; otherwise start again.',
    isGood: false,
  },
  unknown: {
    title: 'Unknown link',
    text: 'Atrium did not start this connection, or it was changed on the way. Start it again from the app.',
    isGood: false,
  },
  different_user: {
    title: 'Started by somebody else',
    text: 'Another person started this connection. Only they can finish it; start one of your own from the app.',
    isGood: false,
  },
  failed: {
    title: 'Not connected',
    text: 'You approved, but the service did not give Atrium the access. The app says why; try again there.',
    isGood: false,
  },
}

export function outcomeWords(outcome: string | null): OutcomeWords {
  const known = outcome !== null && Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined
  return known ?? { title: 'Back from the service', text: 'See at the app what came of it.', isGood: false }
}
