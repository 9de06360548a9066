import { CircleAlert, CircleCheck, X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

interface Message {
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
const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })

export const toast = {
  done: (title: string, action?: ToastAction) =>
    queue.add({ tone: 'done', title, action }, { timeout: SHOWN_MS }),
  /** Stays until it is closed, so that its request id can be copied. */
  failed: (title: string, detail?: string) => queue.add({ tone: 'failed', title, detail }),
}

/** Mounted once, at the root. */
export function Toasts() {
  return (
    <ToastRegion
      queue={queue}
      aria-label="Notifications"
      className="fixed inset-x-3 bottom-3 [body:has([data-bottom-bar])_&]:bottom-22 z-50 flex flex-col-reverse gap-2 outline-none sm:left-auto sm:w-96"
    >
      {({ toast: item }) => (
        <Toast
          toast={item}
          className="flex animate-rise items-start gap-2.5 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-3 shadow-pop"
        >
          {item.content.tone === 'done' ? (
            <CircleCheck aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
          ) : (
            <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-danger" />
          )}
          <ToastContent className="min-w-0 flex-1 py-0.5">
            <Text elementType="p" slot="title" className="font-medium break-words">
              {item.content.title}
            </Text>
            {item.content.detail && (
              <Text elementType="p" slot="description" className="text-xs break-words text-ink-3">
                {item.content.detail}
              </Text>
            )}
          </ToastContent>
          {item.content.action && (
            <Button
              size="sm"
              onPress={() => {
                item.content.action?.onPress()
                queue.close(item.key)
              }}
            >
              {item.content.action.label}
            </Button>
          )}
          <IconButton size="sm" icon={X} label="Dismiss" slot="close" />
        </Toast>
      )}
    </ToastRegion>
  )
}
