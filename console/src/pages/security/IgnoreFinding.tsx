import type { ListedFinding } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { dayOf, startOfDay } from '../../days.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { fillWith } from '../../language/fill.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { fileOf, typeOf } from './finding-list.ts'
import { REASONS } from './scan-words.ts'
import { words } from './words.ts'

const REASON_OPTIONS = Object.entries(REASONS).map(([id, label]) => ({ id, label }))
type Reason = keyof typeof REASONS

interface IgnoreFindingProps {
  appId: string
  listed: ListedFinding
  onClose: () => void
}

export function IgnoreFinding({ appId, listed, onClose }: IgnoreFindingProps) {
  const { finding, group } = listed
  const [faults, setFaults] = useState<Record<string, string>>()
  const ignore = useAct({
    run: (why: { reason: Reason | null; comment: string | null; expires_at: string | null }) =>
      client.findings.ignore(
        { app_id: appId },
        {
          fingerprint: finding.fingerprint,
          finding_type: typeOf(group),
          file_path: fileOf(listed),
          title: finding.title,
          ...why,
        },
      ),
    touches: ['scans'],
    done: () => words.ignoredYouFindIt,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.ignoreThisFinding}
      submitLabel={words.ignore}
      act={ignore}
      faults={faults}
      onClose={onClose}
      onSubmit={(values) => {
        const day = textOf(values, 'expires_at')
        const fault = faultOf(day)
        setFaults(fault ? { expires_at: fault } : undefined)
        if (fault) return
        const reason = (Object.keys(REASONS) as Reason[]).find((each) => each === textOf(values, 'reason'))
        const expires_at = day ? startOfDay(day) : null
        const comment = textOrNull(values, 'comment')
        ignore.mutate({ reason: reason ?? null, comment, expires_at }, { onSuccess: onClose })
      }}
    >
      <p className="break-words text-ink-2">{fillWith(words.titleItCountsNo, { title: finding.title })}</p>
      <Select
        label={words.why}
        name="reason"
        options={REASON_OPTIONS}
        placeholder={words.chooseAReason}
        isRequired
      />
      <TextField label={words.comment} name="comment" rows={3} maxLength={500} optional />
      <TextField
        label={words.showAgainOn}
        name="expires_at"
        type="date"
        hint={words.leftEmptyItStays}
        optional
      />
    </FormDialog>
  )
}

function faultOf(day: string): string | undefined {
  if (!day) return undefined
  if (!dayOf(day)) return words.thisIsNotA
  return Date.parse(startOfDay(day)) > Date.now() ? undefined : words.chooseADayAfter
}
