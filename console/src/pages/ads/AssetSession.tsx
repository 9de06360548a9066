import type { LibraryAsset } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { adsQueries } from '../../ads-queries.ts'
import { refresh } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { AssetCard } from './AssetCard.tsx'
import { words } from './words.ts'

interface AssetSessionProps {
  appId: string
  sessionId: string
  library: readonly LibraryAsset[]
  onAccept: (asset: LibraryAsset) => void
  onClose: () => void
}

const OFTEN_MS = 1_500
/** A generation that made nothing by then makes nothing any more. */
const LONGEST_MS = 3 * 60_000

/** What the last generation makes: each as soon as it is there, since the library has it before the session is done. */
export function AssetSession({ appId, sessionId, library, onAccept, onClose }: AssetSessionProps) {
  const [isOver, setOver] = useState(false)
  const { data: session = [] } = useQuery({
    ...adsQueries.assetSession(appId, sessionId),
    refetchInterval: ({ state: { data } }) => (isOver || (data && data.length > 0) ? false : OFTEN_MS),
  })
  const isRunning = session.length === 0 && !isOver
  useQuery({ ...adsQueries.library(appId), refetchInterval: isRunning ? OFTEN_MS : false })
  useEffect(() => {
    const timer = setTimeout(setOver, LONGEST_MS, true)
    return () => clearTimeout(timer)
  }, [])
  const isDone = session.length > 0
  useEffect(() => {
    if (isDone) void refresh('ads', 'credits')
  }, [isDone])
  const made = library.filter(({ session_id }) => session_id === sessionId)

  return (
    <section aria-labelledby="session" className="border-t border-line bg-sunken px-5 py-6 sm:px-8">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h3 id="session" className="flex items-center gap-2 font-semibold">
          {isRunning && <Spinner />}
          {isRunning ? words.beingMade : words.justMade}
          {made.length > 0 && <span className="font-normal text-ink-3">{made.length}</span>}
        </h3>
        <IconButton icon={X} label={words.closeThePreviews} onPress={onClose} />
      </div>
      <p role="status" className="sr-only">
        {isRunning ? words.assetsAreBeingMade : fill(words.countAssetsWereMade, { count: made.length })}
      </p>
      {made.length > 0 ? (
        <ul aria-label={words.previews} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {made.map((asset) => (
            <AssetCard
              key={asset.id}
              asset={asset}
              state={asset.status === 'ACCEPTED' ? { label: words.accepted, tone: 'accent' } : undefined}
              action={
                <Button size="sm" onPress={() => onAccept(asset)}>
                  {words.accept}
                </Button>
              }
            />
          ))}
        </ul>
      ) : isRunning ? (
        <p className="text-ink-2">{words.theFirstOnesAppear}</p>
      ) : (
        <Notice tone="caution">{words.nothingCameOfThis}</Notice>
      )}
    </section>
  )
}
