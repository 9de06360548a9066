import { onlineManager } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { words } from './words.ts'

/** Says that the network is gone; everything shown is read again when it is back. */
export function Offline() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  return (
    <div role="status" className="sticky top-13 z-20 empty:hidden lg:top-0">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-caution-soft px-4 py-1.5 text-sm text-caution lg:rounded-t-lg">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {words.youAreOfflineWhat}
        </p>
      )}
    </div>
  )
}
