import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../act.ts'
import { client } from '../../api.ts'
import type { RecordsView } from '../../paths.ts'
import { rulesHeader } from '../../queries.ts'

export const EXPORT_FORMATS = [
  { id: 'csv', label: 'Export as CSV', description: 'For spreadsheets' },
  { id: 'json', label: 'Export as JSON', description: 'One list' },
  { id: 'jsonl', label: 'Export as JSON lines', description: 'One record a line' },
] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]['id']

const LONGEST_MS = 10 * 60_000

/** Saves what the filter shows as a file, in the order it is shown. */
export function useExport(at: { app_id: string; entity_name: string }, { q, sort, past_rules }: RecordsView) {
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const options = { headers: rulesHeader(past_rules), timeoutMs: LONGEST_MS }
      const response = await client.records.export(at, { format, q, sort }, options)
      save(await response.blob(), `${at.entity_name}.${format}`)
    },
    onError: toastFailure,
  })
}

function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(URL.revokeObjectURL, 60_000, url)
}
