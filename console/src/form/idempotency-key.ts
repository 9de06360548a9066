import { useCallback, useRef } from 'react'

/** Not `crypto.randomUUID`: browsers offer that only over https. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends with a key that stays the same until it succeeds or something else is sent, so that a second try does nothing twice. */
export function useIdempotencyKey() {
  const last = useRef({ sent: '', key: '' })
  return useCallback(
    async <Result>(sent: unknown, send: (key: string) => Promise<Result>): Promise<Result> => {
      const text = JSON.stringify(sent)
      if (last.current.key === '' || last.current.sent !== text) last.current = { sent: text, key: makeKey() }
      const result = await send(last.current.key)
      last.current = { sent: '', key: '' }
      return result
    },
    [],
  )
}
