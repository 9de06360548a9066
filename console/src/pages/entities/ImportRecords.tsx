import type { AnswerOf, Operations } from '@atrium/sdk'
import { CircleCheck, FileUp } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger, ProgressBar } from 'react-aria-components'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import type { EntitySchema } from '../../entity-schema.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useOnce } from '../../form/use-once.ts'
import { fill, fillWith } from '../../language/fill.ts'
import type { RecordsView } from '../../paths.ts'
import { rulesHeader } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'

interface ImportRecordsProps {
  at: { app_id: string; entity_name: string }
  schema: EntitySchema
  pastRules: RecordsView['past_rules']
  onClose: () => void
  onImported: (ids: readonly string[]) => void
}

const LONGEST_MS = 10 * 60_000
const MOST_MEGABYTES = 50

/** Makes records from a file, and says row by row what could not be taken. */
export function ImportRecords({ at, schema, pastRules, onClose, onImported }: ImportRecordsProps) {
  const [file, setFile] = useState<File | null>(null)
  const bring = useAct({
    run: (chosen: File) =>
      client.records.import(at, { file: chosen }, { headers: rulesHeader(pastRules), timeoutMs: LONGEST_MS }),
    touches: ['records'],
    failure: 'inline',
  })
  const once = useOnce(bring)
  const names = Object.keys(schema.properties ?? {})
  const isTooLarge = file !== null && file.size > MOST_MEGABYTES * 1024 * 1024

  if (bring.data) return <ImportReport report={bring.data} onClose={onClose} onAgain={() => bring.reset()} />
  return (
    <Dialog
      title={fill(words.importIntoEntityName, { entityName: at.entity_name })}
      onClose={onClose}
      isDismissable={!bring.isPending}
    >
      <DialogBody>
        <FormFailure error={bring.error} />
        <p className="text-ink-2">{words.aCsvFileWith}</p>
        <p className="caption break-words">
          {fillWith(words.fieldsSpan, { span: <span className="font-mono">{names.join(', ')}</span> })}
        </p>
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-dashed border-control/60 px-4 py-5">
          <FileTrigger
            acceptedFileTypes={['.csv', '.json', '.jsonl', '.ndjson', 'text/csv', 'application/json']}
            onSelect={(files) => setFile(files?.[0] ?? null)}
          >
            <Button icon={FileUp}>{words.chooseAFile}</Button>
          </FileTrigger>
          <span className="min-w-0 flex-1 truncate text-ink-2">
            {file ? `${file.name} · ${sizeOf(file.size)}` : words.noFileChosen}
          </span>
        </div>
        {isTooLarge && (
          <Notice tone="caution">
            {fillWith(words.filesCanHaveMostMegabytes, { mostMegabytes: MOST_MEGABYTES })}
          </Notice>
        )}
        {bring.isPending && file && (
          <ProgressBar isIndeterminate aria-label={words.importing} className="block space-y-2">
            <p className="text-sm text-ink-2">
              {fillWith(words.readingNameAndCreating, { name: file.name })}
            </p>
            <div className="h-1.5 overflow-hidden rounded-full bg-active">
              <div className="h-full w-1/3 animate-progress rounded-full bg-accent" />
            </div>
          </ProgressBar>
        )}
      </DialogBody>
      <DialogFooter>
        {!bring.isPending && <Button onPress={onClose}>{words.cancel}</Button>}
        <Button
          look="primary"
          isPending={once.isTaken}
          onPress={() =>
            file &&
            once.run(() =>
              bring.mutate(file, {
                onSuccess: ({ output }) => onImported((output ?? []).map(({ id }) => id)),
              }),
            )
          }
          disabledReason={isTooLarge ? words.theFileIsToo : file ? undefined : words.chooseAFileFirst}
        >
          {words.import}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface ImportReportProps {
  report: AnswerOf<Operations['records']['import']>
  onClose: () => void
  onAgain: () => void
}

function ImportReport({ report, onClose, onAgain }: ImportReportProps) {
  const { created, failed, errors } = report
  return (
    <Dialog title={words.import} onClose={onClose} width="lg">
      <DialogBody>
        {created > 0 && (
          <p className="flex items-center gap-2 font-medium">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
            {created === 1 ? words.n1RecordWasCreated : fill(words.createdRecordsWereCreated, { created })}
          </p>
        )}
        {failed > 0 && (
          <Notice
            tone="caution"
            title={failed === 1 ? words.n1RowWasLeft : fill(words.failedRowsWereLeft, { failed })}
          >
            {created === 0 ? words.nothingWasCreated : ''}
            {words.correctThemInThe}
          </Notice>
        )}
        {created === 0 && failed === 0 && <p className="text-ink-2">{report.details}</p>}
        {errors.length > 0 && (
          <div className="overflow-x-auto">
            <table aria-label={words.rowsThatWereLeft} className="w-full min-w-96 text-start">
              <thead>
                <tr className="border-b border-line text-xs text-ink-3">
                  <th scope="col" className="w-16 py-2 pe-3 font-medium">
                    {words.row}
                  </th>
                  <th scope="col" className="w-40 py-2 pe-3 font-medium">
                    {words.field}
                  </th>
                  <th scope="col" className="py-2 font-medium">
                    {words.reason}
                  </th>
                </tr>
              </thead>
              <tbody>
                {errors.map(({ row, field, message }) => (
                  <tr
                    key={`${row} ${field} ${message}`}
                    className="border-b border-line align-top last:border-b-0"
                  >
                    <td className="py-2 pe-3 tabular-nums">{row === 0 ? words.file : row}</td>
                    <td className="py-2 pe-3 font-mono text-sm break-words">{field ?? '–'}</td>
                    <td className="py-2 break-words">{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {failed > errors.length && errors.length > 0 && (
          <p className="caption">{fillWith(words.theFirstCountFaults, { count: errors.length })}</p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={onAgain}>{words.importAnotherFile}</Button>
        <Button look="primary" onPress={onClose}>
          {words.done}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function sizeOf(bytes: number) {
  if (bytes < 1024) return fill(words.bytesBytes, { bytes })
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes.toFixed(0)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
