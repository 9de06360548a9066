/** Short messages in a corner. They come from anywhere, also when the network is gone, so all of it is here already. */
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type FocusEvent, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { PlainButton, PlainIconButton } from './PlainButton.tsx'
import { words } from './words.ts'

interface Message {
  id: number
  tone: 'done' | 'failed'
  title: string
  detail?: string | undefined
  action?: ToastAction | undefined
}

/** Something to do about it; the notification closes with it. */
interface ToastAction {
  label: string
  onPress: () => void
}

const SHOWN_MS = 6000
/** The others wait for their turn. */
const MOST_SHOWN = 3
let messages: readonly Message[] = []
let added = 0
const listeners = new Set<() => void>()

function set(next: readonly Message[]) {
  messages = next
  for (const listener of listeners) listener()
}

function add(message: Omit<Message, 'id'>) {
  set([{ ...message, id: ++added }, ...messages])
}

export const toast = {
  done: (title: string, action?: ToastAction) => add({ tone: 'done', title, action }),
  /** Stays until it is closed, so that its request id can be copied. */
  failed: (title: string, detail?: string) => add({ tone: 'failed', title, detail }),
}

function useMessages() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => messages,
  )
}

/** Mounted once, at the root. */
export function Toasts() {
  const shown = useMessages().slice(0, MOST_SHOWN)
  const cameFrom = useRef<Element | null>(null)
  if (shown.length === 0) return null
  const close = (id: number) => {
    const region = document.activeElement?.closest('[data-toasts]')
    set(messages.filter((message) => message.id !== id))
    // Who closed it by keyboard goes on with the next one, or where they were.
    const next = region?.querySelector<HTMLElement>(`[role=alertdialog]:not([data-id="${id}"])`)
    if (region) (next ?? (cameFrom.current as HTMLElement | null))?.focus()
  }
  const noteOrigin = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
  }
  return createPortal(
    <section
      data-toasts
      // Dialogs of React Aria leave what is marked so within reach.
      data-react-aria-top-layer="true"
      aria-label={words.notifications}
      onFocus={noteOrigin}
      className="fixed inset-x-3 bottom-3 [body:has([data-bottom-bar])_&]:bottom-22 z-50 flex flex-col-reverse gap-2 outline-none sm:inset-s-auto sm:w-96"
    >
      {shown.map((message) => (
        <Toast key={message.id} message={message} onClose={() => close(message.id)} />
      ))}
    </section>,
    document.body,
  )
}

function Toast({
  message: { id, tone, title, detail, action },
  onClose,
}: {
  message: Message
  onClose: () => void
}) {
  const labelId = useId()
  const box = useRef<HTMLDivElement>(null)
  const closing = useRef(onClose)
  useEffect(() => {
    closing.current = onClose
  })
  // It waits while it is pointed at or focused.
  useEffect(() => {
    if (tone === 'failed') return
    let left = SHOWN_MS
    const timer = setInterval(() => {
      if (box.current?.matches(':hover, :focus-within')) return
      left -= 250
      if (left <= 0) closing.current()
    }, 250)
    return () => clearInterval(timer)
  }, [tone])
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-modal="false"
      aria-labelledby={labelId}
      data-id={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what it says can be read and copied by keyboard.
      tabIndex={0}
      className="flex animate-rise items-start gap-2.5 rounded-lg border border-line bg-raised py-2.5 pe-2 ps-3 shadow-pop"
    >
      {tone === 'done' ? (
        <CircleCheck aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
      ) : (
        <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-danger" />
      )}
      <div role="alert" aria-atomic="true" className="min-w-0 flex-1 py-0.5">
        <p id={labelId} className="font-medium break-words">
          {title}
        </p>
        {detail && <p className="text-xs break-words text-ink-3">{detail}</p>}
      </div>
      {action && (
        <PlainButton
          size="sm"
          onClick={() => {
            action.onPress()
            onClose()
          }}
        >
          {action.label}
        </PlainButton>
      )}
      <PlainIconButton size="sm" icon={X} label={words.dismiss} onClick={onClose} />
    </div>
  )
}
