import type { BodyBounds, Operation } from './operation.ts'

/** Default of operations that set no bounds. */
export const USUAL_BODY: BodyBounds = { bytes: 1024 * 1024, values: 10_000 }
/** Without a credential, wherever the operation does not say otherwise. */
export const ANONYMOUS_BODY: BodyBounds = { bytes: 128 * 1024, values: 2_000 }
/** Hundreds of records, events or schemas at once. */
export const MAX_BULK_VALUES = 50_000

/** The bounds of a body of this operation. */
export function bodyBoundsOf(
  {
    body_bytes,
    body_values,
    anonymous_body,
  }: Pick<Operation, 'body_bytes' | 'body_values' | 'anonymous_body'>,
  isAnonymous: boolean,
): BodyBounds {
  if (isAnonymous) return anonymous_body ?? ANONYMOUS_BODY
  return { bytes: body_bytes ?? USUAL_BODY.bytes, values: body_values ?? USUAL_BODY.values }
}

/** A sentence for the reference; null when the operation takes no JSON. */
export function bodyText(operation: Operation): string | null {
  const { body, credential } = operation
  if (!body) return null
  const say = ({ bytes, values }: BodyBounds) =>
    `${bytes / 1024} KiB and ${values.toLocaleString('en-US')} keys and values`
  const isOpen = credential === null || credential.optional || credential.anonymous
  const anonymous = `A body without a credential has at most ${say(bodyBoundsOf(operation, true))}`
  const usual = `${say(bodyBoundsOf(operation, false))}.`
  if (!isOpen) return `The body has at most ${usual}`
  return credential === null ? `${anonymous}.` : `${anonymous}; with one, ${usual}`
}
