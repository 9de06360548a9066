import { FINDING_GROUPS, SEVERITIES, type SeverityCounts } from '@atrium/sdk'
import type { FindingsView } from '../../paths.ts'
import { MultiFilter } from '../../table/MultiFilter.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { GROUP_WORDS, SEVERITY_WORDS } from './scan-words.ts'
import { words } from './words.ts'

interface FindingFiltersProps {
  /** Of the open ones. */
  counts: SeverityCounts
  view: FindingsView
  onChange: (change: FindingsView, options: { replace: boolean }) => void
}

const GROUP_OPTIONS = FINDING_GROUPS.map((id) => ({ id, label: GROUP_WORDS[id].label }))

export function FindingFilters({ counts, view, onChange }: FindingFiltersProps) {
  const severities = SEVERITIES.map((id) => ({ id, label: `${SEVERITY_WORDS[id].label} (${counts[id]})` }))
  const filter = (change: FindingsView) => onChange(change, { replace: true })
  return (
    <Toolbar label={words.filterFindings}>
      <MultiFilter
        label={words.severity}
        placeholder={words.everySeverity}
        options={severities}
        value={view.severity ?? ''}
        onChange={(severity) => filter({ severity: severity || undefined })}
        className="w-full sm:w-52"
      />
      <MultiFilter
        label={words.group}
        placeholder={words.allGroups}
        options={GROUP_OPTIONS}
        value={view.group ?? ''}
        onChange={(group) => filter({ group: group || undefined })}
        className="w-full sm:w-52"
      />
      <div className="flex h-9 items-center">
        <Switch
          label={words.showIgnored}
          isSelected={view.ignored === 'on'}
          onChange={(isOn) => filter({ ignored: isOn ? 'on' : undefined })}
        />
      </div>
    </Toolbar>
  )
}
