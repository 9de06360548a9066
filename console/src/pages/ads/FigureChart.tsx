import { TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components'
import { DayChart } from '../../chart/DayChart.tsx'
import { dayPoint } from '../../chart/day-points.ts'
import { fill } from '../../language/fill.ts'
import {
  FIGURE_LABELS,
  FIGURES,
  type Figure,
  figureOf,
  formatChange,
  formatFigure,
  formatFigureShort,
  smallestStepOf,
} from './figure-words.ts'
import { words } from './words.ts'

type Figures = Record<Figure, number>

interface FigureChartProps {
  currency: string
  totals: Figures
  /** Against the window before; left out where nobody compared. */
  changes?: Record<Figure, number | null>
  /** Every day of the range. */
  days: readonly ({ date: string } & Figures)[]
}

/** The totals of a range; choosing one shows its days. */
export function FigureChart({ currency, totals, changes, days }: FigureChartProps) {
  const [figure, setFigure] = useState<Figure>('cost_micros')
  return (
    <div className="space-y-5">
      <RadioGroup
        aria-label={words.figureInTheChart}
        value={figure}
        onChange={(id) => setFigure(figureOf(id) ?? 'cost_micros')}
        className="grid grid-cols-2 gap-3 xl:grid-cols-4"
      >
        {FIGURES.map((id) => (
          <RadioField key={id} value={id} className="flex">
            <RadioButton className="relative flex-1 rounded-lg border border-line px-4 py-3 transition-look focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent hovered:border-control selected:border-accent selected:bg-accent-soft/50">
              <span className="block text-sm font-medium text-ink-2">{FIGURE_LABELS[id]}</span>
              <span className="mt-0.5 block truncate text-xl font-semibold tracking-tight tabular-nums">
                {formatFigure(id, totals[id], currency)}
              </span>
              {changes && <Change figure={id} change={changes[id]} />}
            </RadioButton>
          </RadioField>
        ))}
      </RadioGroup>
      <DayChart
        title={fill(words.figureByDay, { figure: FIGURE_LABELS[figure] })}
        points={days.map(({ date }) => dayPoint(date))}
        series={[{ id: figure, label: FIGURE_LABELS[figure], values: days.map((day) => day[figure]) }]}
        format={(value) => formatFigure(figure, value, currency)}
        formatAxis={(value) => formatFigureShort(figure, value, currency)}
        smallestStep={smallestStepOf(figure)}
      />
    </div>
  )
}

/** More spend is neither good nor bad; more of the others is good. */
function Change({ figure, change }: { figure: Figure; change: number | null }) {
  const text = formatChange(change)
  if (text === null) return <span className="mt-1 block caption">{words.nothingInTheDays}</span>
  const Arrow = change !== null && change < 0 ? TrendingDown : TrendingUp
  const isWorse = figure !== 'cost_micros' && change !== null && change < 0
  return (
    <span className={`mt-1 flex items-center gap-1 text-xs ${isWorse ? 'text-caution' : 'text-ink-2'}`}>
      {change !== 0 && <Arrow aria-hidden className="size-3.5" />}
      {text}
      <span className="sr-only">{words.toTheDaysBefore}</span>
    </span>
  )
}
