import { useCallback, useRef } from 'react'

/** Not `crypto.randomUUID`: browsers offer that only over https. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key for what is sent: the same as long as that is the same, so that a second try does nothing twice. */
export function useIdempotencyKey(): (sent: unknown) => string {
  const last = useRef({ sent: '', key: '' })
  return useCallback((sent) => {
    const text = JSON.stringify(sent)
    if (last.current.key === '' || last.current.sent !== text) last.current = { sent: text, key: makeKey() }
    return last.current.key
  }, [])
}
