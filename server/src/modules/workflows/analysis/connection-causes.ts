/** Failures of the way to a connected service, before all others: their status alone would say something else. */
import { has, isStatus, type KnownCause, type Signs } from './cause.ts'

const isConnector = ({ type }: Signs) => type === 'connectors.call'

export const CONNECTION_CAUSES: readonly KnownCause[] = [
  {
    fits: has(/\bconnection_not_found\b/),
    says: () => 'calls a service that the app is not connected to',
    fix: [
      'Open the connectors of the app and connect the service, or correct the type in the task.',
      'Run the workflow again.',
    ],
    isPassing: false,
  },
  {
    fits: has(
      /\bconnection_not_active\b|\b(connection|integration)[_ ](is )?(expired|disconnected|missing|revoked)|expired_connection|not[_ ]connected/,
    ),
    says: () => 'needs a connection that has expired or was removed',
    fix: [
      'Open the connectors of the app and connect the service again.',
      'Run the workflow again from the failed step.',
    ],
    isPassing: false,
  },
  {
    fits: has(/\bintegration_not_found\b/),
    says: () => 'names a connector that there is none of',
    fix: ['Compare the type in the task with those in the gallery of connectors, and correct it.'],
    isPassing: false,
  },
  {
    fits: has(/\bconnector_busy\b/),
    says: () => 'waited for a service that takes fewer calls than the app makes',
    fix: [
      'Run it again later.',
      'Call the service less often: ask for more at a time, or put a `wait` between calls.',
    ],
    isPassing: true,
  },
  {
    fits: has(/\bconnector_call_failed\b/),
    says: () => 'could not reach the connected service, or did not understand its answer',
    fix: [
      'Test the connection in the connectors of the app; the calls of the last day show whether others failed too.',
      'Run the workflow again.',
    ],
    isPassing: true,
  },
  {
    fits: has(/\bservice_error\b/),
    says: () => 'was answered by the service, which said that it did not do what it was asked for',
    fix: [
      'Read what the service said in the error of the step, and correct the path or the content of the request.',
      'Run the workflow again from the failed step.',
    ],
    isPassing: false,
  },
  {
    fits: (signs) => isConnector(signs) && isStatus(401)(signs),
    says: () => 'was refused by the service, which no longer accepts the connection (status 401)',
    fix: [
      'Open the connectors of the app and connect the service again.',
      'Run the workflow again from the failed step.',
    ],
    isPassing: false,
  },
  {
    fits: (signs) => isConnector(signs) && isStatus(403)(signs),
    says: () => 'was refused because the connection lacks a scope, or its account a permission (status 403)',
    fix: [
      'Compare the scopes of the connection with what this request needs, and ask for those that are missing.',
      'Check what the account at the service may do.',
    ],
    isPassing: false,
  },
]
