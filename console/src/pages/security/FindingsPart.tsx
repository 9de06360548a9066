import { type ListedFinding, listFindings } from '@atrium/sdk'
import { ScanSearch, SearchX, ShieldCheck, WandSparkles } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type FindingsView, paths } from '../../paths.ts'
import { scansQueries } from '../../scans-queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FindingDetail } from './FindingDetail.tsx'
import { FindingFilters } from './FindingFilters.tsx'
import { FixRules } from './FixRules.tsx'
import { FINDING_COLUMNS } from './finding-columns.tsx'
import { countOpen, fixableRules, matches } from './finding-list.ts'
import { IgnoreFinding } from './IgnoreFinding.tsx'
import { RunScan, ScanState } from './ScanState.tsx'
import { INTEGRATION_ADVICE, whyLocked } from './scan-words.ts'
import { useScan } from './use-scan.ts'
import { words } from './words.ts'

/** A page with thousands of rows would be slow. */
const SHOWN_AT_ONCE = 100

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, scansQueries.latest(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const scan = useScan(app_id)
  const [view, show] = useView(viewOf, (next) => paths.security(workspaceId, app_id, next))
  const [fixed, setFixed] = useState<readonly string[] | null>(null)
  const [ignored, setIgnored] = useState<ListedFinding | null>(null)
  const listed = useMemo(() => listFindings(scan), [scan])
  const shown = listed.filter((each) => matches(each, view))
  const fixable = fixableRules(listed)
  const locked = whyLocked(scan.status)
  const advice = scan.result && INTEGRATION_ADVICE[scan.result.core_integration_recommendation]

  if (scan.status === 'none') return <NeverScanned appId={app_id} />
  return (
    <>
      <ScanState appId={app_id} scan={scan}>
        {fixable.length > 1 && (
          <Button icon={WandSparkles} disabledReason={locked} onPress={() => setFixed(fixable)}>
            {fillWith(words.fixCountRules, { count: fixable.length })}
          </Button>
        )}
      </ScanState>
      {advice && (
        <div className="max-w-4xl px-5 pb-4 sm:px-8">
          <Notice tone="caution" title={words.builtInIntegrations}>
            {advice}
          </Notice>
        </div>
      )}
      {scan.result && listed.length > 0 && (
        <FindingFilters counts={countOpen(listed)} view={view} onChange={show} />
      )}
      {scan.result && (
        <Findings
          // Another address opens another one.
          key={view.finding}
          shown={shown}
          hasAny={listed.length > 0}
          opened={listed.find(({ finding }) => finding.fingerprint === view.finding)}
          onClear={() => show({ severity: undefined, group: undefined, ignored: 'on' })}
          detail={(each) => (
            <FindingDetail
              appId={app_id}
              listed={each}
              locked={locked}
              onFix={() => setFixed([each.finding.fingerprint])}
              onIgnore={() => setIgnored(each)}
            />
          )}
        />
      )}
      {fixed && <FixRules appId={app_id} fingerprints={fixed} onClose={() => setFixed(null)} />}
      {ignored && <IgnoreFinding appId={app_id} listed={ignored} onClose={() => setIgnored(null)} />}
    </>
  )
}

function NeverScanned({ appId }: { appId: string }) {
  return (
    <EmptyState icon={ScanSearch} title={words.neverScanned} action={<RunScan appId={appId} status="none" />}>
      {words.aScanFindsRules}
    </EmptyState>
  )
}

interface FindingsProps {
  shown: readonly ListedFinding[]
  hasAny: boolean
  /** The one that the address names. */
  opened: ListedFinding | undefined
  onClear: () => void
  detail: (listed: ListedFinding) => React.ReactNode
}

function Findings({ shown, hasAny, opened, onClear, detail }: FindingsProps) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  if (!hasAny)
    return (
      <EmptyState icon={ShieldCheck} title={words.nothingFound}>
        {words.theScanFoundNo}
      </EmptyState>
    )
  if (shown.length === 0)
    return (
      <EmptyState
        icon={SearchX}
        title={words.noSuchFindings}
        action={<Button onPress={onClear}>{words.showAllFindings}</Button>}
      >
        {words.noneIsOpenThat}
      </EmptyState>
    )
  const left = shown.length - limit
  return (
    <>
      <DataTable
        label={words.findings}
        columns={FINDING_COLUMNS}
        rows={shown.slice(0, limit)}
        rowId={rowIdOf}
        rowName={({ finding }) => finding.title}
        detail={detail}
        opened={opened && rowIdOf(opened)}
      />
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3 sm:px-8">
        <p role="status" className="text-sm text-ink-3 tabular-nums">
          {left > 0 ? fill(words.limitOfCount, { limit, count: shown.length }) : shown.length}{' '}
          {shown.length === 1 ? 'finding' : 'findings'}
        </p>
        {left > 0 && (
          <Button size="sm" onPress={() => setLimit(limit + SHOWN_AT_ONCE)}>
            {fillWith(words.showLeftMore, { left: Math.min(left, SHOWN_AT_ONCE) })}
          </Button>
        )}
      </div>
    </>
  )
}

const rowIdOf = ({ group, finding }: ListedFinding) => `${group} ${finding.fingerprint}`

function viewOf(search: URLSearchParams): FindingsView {
  return {
    severity: search.get('severity') ?? undefined,
    group: search.get('group') ?? undefined,
    ignored: search.get('ignored') === 'on' ? 'on' : undefined,
    finding: search.get('finding') ?? undefined,
  }
}
