import type { ChartPoint, ChartSeries } from './chart-series.ts'
import { words } from './words.ts'

interface ChartNumbersProps {
  title: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  format: (value: number) => string
  pointName: string
}

const HEAD = 'px-3 py-1.5 text-xs font-medium text-ink-3'

/** What a chart shows, as a table that opens below it. */
export function ChartNumbers({ title, points, series, format, pointName }: ChartNumbersProps) {
  return (
    <details className="mt-2">
      <summary className="w-fit rounded-sm text-sm text-ink-2 hover:text-ink hover:underline">
        {words.showTheNumbers}
      </summary>
      <div className="mt-2 max-h-72 overflow-auto rounded-md border border-line">
        <table aria-label={title} className="w-full text-start text-sm">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              <th scope="col" className={HEAD}>
                {pointName}
              </th>
              {series.map(({ id, label }) => (
                <th key={id} scope="col" className={`${HEAD} text-end`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, label }, place) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="px-3 py-1.5 font-normal whitespace-nowrap">
                  {label}
                </th>
                {series.map(({ id, values }) => (
                  <td key={id} className="px-3 py-1.5 text-end tabular-nums">
                    {format(values[place] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
