export const MAX_WEBHOOKS_PER_AGENT = 5
/** Deliveries that fail in a row before the webhook is turned off. */
export const FAILURES_BEFORE_TURN_OFF = 20
/** The start of a refusing endpoint's answer that is kept. */
export const MAX_RESPONSE_BODY_BYTES = 512
