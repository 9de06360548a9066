import { useState } from 'react'
import type { AdReportView } from '../../paths.ts'
import { DayFilter } from '../../table/DayFilter.tsx'
import { Select } from '../../ui/Select.tsx'
import { DEFAULT_PRESET, PRESETS, presetOf } from './report-range.ts'
import { words } from './words.ts'

interface RangeFilterProps {
  view: AdReportView
  onChange: (view: AdReportView) => void
  /** The account's time zone, which days are counted in. */
  zone: string
}

const OWN = 'own'

/** The days of a report: a preset, or a first and a last day once both are given. */
export function RangeFilter({ view, onChange, zone }: RangeFilterProps) {
  const [own, setOwn] = useState<{ from?: string | undefined; to?: string | undefined } | null>(
    view.from && view.to ? { from: view.from, to: view.to } : null,
  )
  const change = (part: { from?: string | undefined; to?: string | undefined }) => {
    const next = { ...own, ...part }
    setOwn(next)
    if (next.from && next.to && next.from <= next.to) onChange({ from: next.from, to: next.to })
  }
  const isReversed = own?.from && own.to && own.from > own.to
  return (
    <>
      <Select
        label={words.days}
        isLabelHidden
        options={[...PRESETS, { id: OWN, label: words.daysOfYourOwn }]}
        value={own ? OWN : (view.range ?? DEFAULT_PRESET)}
        onChange={(key) => {
          if (key === OWN) return setOwn({ from: view.from, to: view.to })
          setOwn(null)
          onChange({ range: presetOf(String(key)) })
        }}
        className="w-full sm:w-64"
      />
      {own && (
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <DayFilter label={words.from} zone={zone} value={own.from} onChange={(from) => change({ from })} />
          <DayFilter label={words.until} zone={zone} value={own.to} onChange={(to) => change({ to })} />
        </div>
      )}
      {isReversed && (
        <p role="alert" className="self-center text-sm text-danger">
          {words.theFirstDayIs}
        </p>
      )}
    </>
  )
}
