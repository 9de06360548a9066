/** What connectors and their connections are refused with. */
export const connectorErrors = {
  invalid_consent_request: {
    status: 400,
    message: 'This request for consent is unknown or expired; start the connection again.',
  },
  integration_not_found: {
    status: 404,
    message: 'There is no connector of this type; connectors.available lists them.',
  },
  connection_not_found: { status: 404, message: 'This app has no such connection.' },
  connector_client_not_found: {
    status: 404,
    message: 'The workspace has no client for this connector.',
  },
  connector_not_configured: {
    status: 409,
    message:
      'Atrium is not registered with this service yet; an owner or admin enters the client id and secret of the workspace first.',
  },
  connection_not_active: {
    status: 409,
    message: 'This connection is disconnected or expired; connect the service again.',
  },
  connector_exists: {
    status: 409,
    message: 'There is a connector of this type already; choose another type.',
  },
  connector_limit_reached: {
    status: 409,
    message: 'A workspace has at most 100 connectors of its own; delete some you do not use.',
  },
  connector_in_use: {
    status: 409,
    message: 'Apps are connected by this connector; remove their connections first.',
  },
  connector_call_failed: {
    status: 502,
    message: 'The service could not be reached or did not answer as it should; see detail.',
  },
  connector_busy: {
    status: 503,
    message: 'More calls to this service wait than it takes; try again in a moment.',
  },
  connector_timed_out: { status: 504, message: 'The service did not answer in time.' },
} as const
