import { toastFailure, useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import type { RecordsView } from '../../paths.ts'
import { rulesHeader } from '../../queries.ts'
import { saveFile } from '../../save-file.ts'
import { words } from './words.ts'

export const EXPORT_FORMATS = [
  { id: 'csv', label: words.exportAsCsv, description: words.forSpreadsheets },
  { id: 'json', label: words.exportAsJson, description: words.oneList },
  { id: 'jsonl', label: words.exportAsJsonLines, description: words.oneRecordALine },
] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]['id']

const LONGEST_MS = 10 * 60_000

/** Saves what the filter shows as a file, in the order it is shown. */
export function useExport(at: { app_id: string; entity_name: string }, { q, sort, past_rules }: RecordsView) {
  return useRequest({
    run: async (format: ExportFormat) => {
      const options = { headers: rulesHeader(past_rules), timeoutMs: LONGEST_MS }
      const response = await client.records.export(at, { format, q, sort }, options)
      saveFile(await response.blob(), `${at.entity_name}.${format}`)
    },
    failure: toastFailure,
  })
}
