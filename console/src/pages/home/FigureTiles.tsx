import type { AppOverview } from '@atrium/sdk'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { Link } from 'react-router'
import { SparkLine } from '../../chart/SparkLine.tsx'
import { fill } from '../../language/fill.ts'
import { Badge } from '../../ui/Badge.tsx'
import { describeChange, FIGURES, type FigureName, formatFigure } from './figure-words.ts'
import { words } from './words.ts'

interface FigureTilesProps {
  figures: AppOverview['figures']
  days: number
  pathOf: (name: FigureName) => string
}

type Figure = NonNullable<AppOverview['figures']['visits']>

/** The figures that the person may see, each a link to the page that says more. */
export function FigureTiles({ figures, days, pathOf }: FigureTilesProps) {
  const shown = FIGURES.flatMap((described) => {
    const figure = figures[described.name]
    return figure ? [{ ...described, figure }] : []
  }).filter(({ name, figure }) => name !== 'ad_spend' || ('currency_code' in figure && figure.currency_code))
  if (shown.length === 0) return <p className="text-ink-2">{words.thereAreNoFigures}</p>
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3 2xl:grid-cols-4">
      {shown.map(({ name, label, better, figure }) => (
        <li key={name} className="flex">
          <Link
            to={pathOf(name)}
            className="min-w-0 flex-1 rounded-lg border border-line px-4 py-3 transition-look hover:border-control hover:bg-hover"
          >
            <span className="flex items-center justify-between gap-2 text-sm font-medium text-ink-2">
              {label}
              {'is_sandbox' in figure && figure.is_sandbox && <Badge tone="caution">{words.sandbox}</Badge>}
            </span>
            <Value figure={figure} better={better} days={days} />
            <SparkLine values={figure.by_day} isOpen />
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface ValueProps {
  figure: Figure & { currency_code?: string | null }
  better: 'more' | 'less' | null
  days: number
}

function Value({ figure, better, days }: ValueProps) {
  const { value, previous, by_day, currency_code = null } = figure
  if (value === null)
    return <span className="mt-0.5 block text-sm text-caution">{words.cannotBeReadRight}</span>
  const known = by_day.filter((one) => one !== null).length
  const today = by_day.at(-1) ?? null
  const change = describeChange(value, previous)
  const isUp = previous !== null && value > previous
  const isChanged = change !== null && change !== 'As before'
  const isWorse = isChanged && better !== null && isUp !== (better === 'more')
  const Arrow = isUp ? TrendingUp : TrendingDown
  return (
    <>
      <span className="mt-0.5 block truncate text-xl font-semibold tracking-tight tabular-nums">
        {formatFigure(value, currency_code)}
      </span>
      <span className={`flex items-center gap-1 text-xs ${isWorse ? 'text-caution' : 'text-ink-2'}`}>
        {isChanged && previous !== 0 && <Arrow aria-hidden className="size-3.5 shrink-0" />}
        <span className="truncate">{known < days ? fill(words.ofTheLastKnown, { known }) : change}</span>
      </span>
      <span className="mt-0.5 block truncate text-xs text-ink-3">
        {today === null ? '' : fill(words.todaySoFarToday, { today: formatFigure(today, currency_code) })}
      </span>
    </>
  )
}
