import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { appClient, queryClient, refresh } from '../../api.ts'
import type { EntityRecord } from '../../queries.ts'

interface LiveRecords {
  /** Whether changes are being reported right now. */
  isLive: boolean
  /** How many records others made since the list was read. */
  created: number
  /** Rows that were changed just now. */
  changed: ReadonlySet<string>
  clear(): void
  /** A record made here is no news. */
  ownId(id: string): void
}

interface RecordPage {
  items: EntityRecord[]
}

const FLASH_MS = 2_500

/** What others do to the records that are shown: changes appear, deletions disappear, new ones are counted. */
export function useLiveRecords({
  appId,
  entityName,
  pageKey,
  onConnect,
}: {
  appId: string
  entityName: string
  pageKey: QueryKey
  /** When the server can be reached again. */
  onConnect: () => void
}): LiveRecords {
  const [isLive, setLive] = useState(false)
  const [created, setCreated] = useState<readonly string[]>([])
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const own = useRef(new Set<string>())
  // The page that is shown changes more often than one wants to connect.
  const shown = useRef(pageKey)
  const connected = useRef(onConnect)
  useEffect(() => {
    shown.current = pageKey
    connected.current = onConnect
  }, [pageKey, onConnect])

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    let wasLive = false
    const flash = (id: string) => {
      setChanged((ids) => new Set(ids).add(id))
      const timer = setTimeout(() => {
        timers.delete(timer)
        setChanged((ids) => new Set([...ids].filter((one) => one !== id)))
      }, FLASH_MS)
      timers.add(timer)
    }
    const stop = appClient(appId)
      .entity(entityName)
      .subscribe(
        ({ type, id, data }) => {
          if (type === 'create') {
            // One's own may be published before the request that made it is answered.
            const timer = setTimeout(() => {
              timers.delete(timer)
              if (!own.current.has(id) && !isShown(shown.current, id))
                setCreated((ids) => (ids.includes(id) ? ids : [...ids, id]))
            }, 300)
            timers.add(timer)
            return
          }
          if (type === 'delete') setCreated((ids) => ids.filter((one) => one !== id))
          if (changeRow(shown.current, type, id, data as EntityRecord) === 'differs') flash(id)
        },
        {
          onConnect: () => {
            // What happened while the connection was lost is not reported again.
            if (wasLive) void refresh('records')
            wasLive = true
            setLive(true)
            connected.current()
          },
          onError: () => setLive(false),
        },
      )
    return () => {
      stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [appId, entityName])

  return {
    isLive,
    created: created.length,
    changed,
    clear: () => setCreated([]),
    ownId: (id) => {
      own.current.add(id)
      // With a slow answer it was taken for news.
      setCreated((ids) => ids.filter((one) => one !== id))
    },
  }
}

function isShown(pageKey: QueryKey, id: string) {
  return queryClient.getQueryData<RecordPage>(pageKey)?.items.some((row) => row.id === id) === true
}

/** What is reported holds only what one may read; what one sees past the rules next to it stays. */
function changeRow(pageKey: QueryKey, type: 'update' | 'delete', id: string, reported: EntityRecord) {
  const page = queryClient.getQueryData<RecordPage>(pageKey)
  const row = page?.items.find((one) => one.id === id)
  if (!page || !row) return 'elsewhere'
  if (type === 'delete') {
    queryClient.setQueryData(pageKey, { ...page, items: page.items.filter((one) => one.id !== id) })
    return 'gone'
  }
  // One's own change comes back as news of what is already there.
  if (row.updated_date === reported.updated_date || String(row.updated_date) > String(reported.updated_date))
    return 'same'
  const items = page.items.map((one) => (one.id === id ? { ...one, ...reported } : one))
  queryClient.setQueryData(pageKey, { ...page, items })
  return 'differs'
}
