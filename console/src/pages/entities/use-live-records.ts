import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refresh } from '../../api.ts'
import { appClient } from '../../app-access.ts'
import type { EntityRecord } from '../../queries.ts'
import { changeRow, findRow, removeRow } from './edits/record-cache.ts'

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

const FLASH_MS = 2_500
/** Many are often deleted at once; the rows behind them are read once for all. */
const QUIET_MS = 400

/** What others do to the records that are shown: changes appear, deletions disappear, new ones are counted. */
export function useLiveRecords({
  appId,
  entityName,
  list,
  onConnect,
  onDelete,
}: {
  appId: string
  entityName: string
  list: QueryKey
  /** When the server can be reached again. */
  onConnect: () => void
  onDelete: (id: string) => void
}): LiveRecords {
  const [isLive, setLive] = useState(false)
  const [created, setCreated] = useState<readonly string[]>([])
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const own = useRef(new Set<string>())
  // What is shown changes more often than one wants to connect.
  const shown = useRef(list)
  const acts = useRef({ onConnect, onDelete })
  useEffect(() => {
    shown.current = list
    acts.current = { onConnect, onDelete }
  }, [list, onConnect, onDelete])

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
    let reading: ReturnType<typeof setTimeout> | undefined
    const readSoon = () => {
      clearTimeout(reading)
      reading = setTimeout(() => void refresh('records'), QUIET_MS)
    }
    const stop = appClient(appId)
      .entity(entityName)
      .subscribe(
        ({ type, id, data }) => {
          if (type === 'create') {
            // One's own may be published before the request that made it is answered.
            const timer = setTimeout(() => {
              timers.delete(timer)
              if (!own.current.has(id) && !findRow(shown.current, id))
                setCreated((ids) => (ids.includes(id) ? ids : [...ids, id]))
            }, 300)
            timers.add(timer)
            return
          }
          if (type === 'update') {
            if (updateRow(shown.current, id, data as EntityRecord)) flash(id)
            return
          }
          setCreated((ids) => ids.filter((one) => one !== id))
          acts.current.onDelete(id)
          if (!findRow(shown.current, id)) return
          removeRow(shown.current, id)
          readSoon()
        },
        {
          onConnect: () => {
            // What happened while the connection was lost is not reported again.
            if (wasLive) void refresh('records')
            wasLive = true
            setLive(true)
            acts.current.onConnect()
          },
          onError: () => setLive(false),
        },
      )
    return () => {
      stop()
      clearTimeout(reading)
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

/** What is reported holds only what one may read; what one sees past the rules next to it stays. */
function updateRow(list: QueryKey, id: string, reported: EntityRecord): boolean {
  const row = findRow(list, id)
  // One's own change comes back as news of what is already there.
  if (!row || String(row.updated_date) >= String(reported.updated_date)) return false
  changeRow(list, id, (one) => ({ ...one, ...reported }))
  return true
}
