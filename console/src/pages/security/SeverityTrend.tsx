import { type PastScan, SEVERITIES } from '@atrium/sdk'
import { ChartNumbers } from '../../chart/ChartNumbers.tsx'
import { fill } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatFull, parseTime } from '../../ui/Time.tsx'
import { SEVERITY_WORDS } from './scan-words.ts'
import { words } from './words.ts'

const TITLE = words.findingsOfTheLast

/** A bar for each scan, the worst at its foot; the same as a table below. */
export function SeverityTrend({ scans }: { scans: readonly PastScan[] }) {
  const totalOf = ({ counts }: PastScan) => SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0)
  const highest = Math.max(1, ...scans.map(totalOf))
  const points = scans.map(({ id, completed_at }) => {
    const label = formatFull(parseTime(completed_at))
    return { key: id, label, short: label }
  })
  const series = SEVERITIES.map((severity) => ({
    id: severity,
    label: SEVERITY_WORDS[severity].label,
    values: scans.map(({ counts }) => counts[severity]),
  }))
  const [first, last] = [scans[0], scans.at(-1)]
  return (
    <figure className="max-w-3xl">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{TITLE}</span>
        <Legend />
      </figcaption>
      <div
        role="img"
        aria-label={fill(words.fromToFindingsIn, {
          it: first ? totalOf(first) : 0,
          it2: last ? totalOf(last) : 0,
          count: scans.length,
        })}
        className="mt-3 flex h-32 items-end gap-1 border-b border-control"
      >
        {scans.map((scan, place) => (
          <div
            key={scan.id}
            title={`${points[place]?.label}: ${totalOf(scan)}`}
            className="flex h-full max-w-8 min-w-1 flex-1 flex-col-reverse"
          >
            {SEVERITIES.map((severity) => (
              <div
                key={severity}
                className={SEVERITY_WORDS[severity].bar}
                style={{ height: `${(scan.counts[severity] / highest) * 100}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      <ChartNumbers title={TITLE} points={points} series={series} format={String} pointName={words.scan} />
    </figure>
  )
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-3 text-sm text-ink-2">
      {SEVERITIES.map((severity) => (
        <li key={severity} className="flex items-center gap-1.5">
          <span aria-hidden className={classNames('size-2.5 rounded-sm', SEVERITY_WORDS[severity].bar)} />
          {SEVERITY_WORDS[severity].label}
        </li>
      ))}
    </ul>
  )
}
