import { ApiError } from '@atrium/sdk'
import { useCallback, useRef } from 'react'

/** Not `crypto.randomUUID`: browsers offer that only over https. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends with a key that stays the same until it succeeds, is used up or something else is sent, so that a second try does nothing twice. */
export function useIdempotencyKey() {
  const last = useRef(UNUSED)
  return useCallback(
    async <Result>(sent: unknown, send: (key: string) => Promise<Result>): Promise<Result> => {
      const text = JSON.stringify(sent)
      if (last.current.key === '' || last.current.sent !== text) last.current = { sent: text, key: makeKey() }
      try {
        const result = await send(last.current.key)
        last.current = UNUSED
        return result
      } catch (error) {
        // With this key nothing will ever be read: the next try is another message.
        if (error instanceof ApiError && error.code === 'delivery_interrupted') last.current = UNUSED
        throw error
      }
    },
    [],
  )
}

const UNUSED = { sent: '', key: '' }
