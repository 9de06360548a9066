/** Values over time as a line. Read by eye, by arrow keys and, below it, as a table. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { fill } from '../language/fill.ts'
import { classNames } from '../ui/class-names.ts'
import { ChartNumbers } from './ChartNumbers.tsx'
import { labelledPoints, pointAt, ticksUpTo } from './chart-scale.ts'
import type { ChartPoint, ChartSeries } from './chart-series.ts'
import { words } from './words.ts'

interface DayChartProps {
  title: string
  points: readonly ChartPoint[]
  /** The first is drawn full, a second one dashed behind it. */
  series: readonly ChartSeries[]
  format: (value: number) => string
  /** Shorter, for the axis. */
  formatAxis?: (value: number) => string
  /** 1 for what is counted in pieces. */
  smallestStep?: number
  /** What the points are: the heading of the table's first column. */
  pointName?: string
}

const HEIGHT = 208
const EDGE = { top: 12, right: 24, bottom: 26, left: 56 }
const LABEL_WIDTH = 64

const LOOKS = [
  { line: 'stroke-accent', dot: 'fill-accent', key: 'bg-accent', dash: undefined },
  { line: 'stroke-control', dot: 'fill-control', key: 'bg-control', dash: '4 4' },
]

export function DayChart(props: DayChartProps) {
  const { title, points, series, format, formatAxis = format, smallestStep, pointName = 'Day' } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [active, setActive] = useState<number | null>(null)
  const chosen = active === null ? null : Math.min(active, points.length - 1)

  const highest = Math.max(0, ...series.flatMap(({ values }) => values))
  const ticks = ticksUpTo(highest, smallestStep)
  const top = ticks.at(-1) ?? 1
  const inner = {
    width: Math.max(0, width - EDGE.left - EDGE.right),
    height: HEIGHT - EDGE.top - EDGE.bottom,
  }
  const x = (place: number) =>
    EDGE.left + (points.length > 1 ? (place / (points.length - 1)) * inner.width : inner.width / 2)
  const y = (value: number) => EDGE.top + (1 - value / top) * inner.height

  const say = (place: number) => {
    const values = series.map(({ label, values }) => `${label} ${format(values[place] ?? 0)}`)
    return `${points[place]?.label ?? ''}: ${values.join(', ')}`
  }
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    setActive(pointAt((event.clientX - left - EDGE.left) / Math.max(1, inner.width), points.length))
  }
  const step = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, chosen ?? points.length - 1, points.length)
    if (to === null) return
    event.preventDefault()
    setActive(to)
  }

  if (points.length === 0) return null
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{title}</span>
        {series.length > 1 && <Legend series={series} />}
      </figcaption>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={fill(words.titleByArrowKeys, { title })}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={chosen ?? points.length - 1}
        aria-valuetext={say(chosen ?? points.length - 1)}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setActive(null)}
        onFocus={(event) => event.target.matches(':focus-visible') && setActive(points.length - 1)}
        onBlur={() => setActive(null)}
        onKeyDown={step}
        className="relative mt-3 h-52 touch-pan-y rounded-md"
      >
        {width > 0 && (
          <svg aria-hidden="true" width={width} height={HEIGHT} className="block">
            {ticks.slice(0, highest > 0 ? undefined : 1).map((tick) => (
              <g key={tick}>
                <line
                  x1={EDGE.left}
                  x2={width - EDGE.right}
                  y1={y(tick)}
                  y2={y(tick)}
                  className={tick === 0 ? 'stroke-control' : 'stroke-line'}
                />
                <text
                  x={EDGE.left - 8}
                  y={y(tick)}
                  dy="0.32em"
                  textAnchor="end"
                  className="fill-ink-3 text-xs tabular-nums"
                >
                  {formatAxis(tick)}
                </text>
              </g>
            ))}
            {labelledPoints(points.length, inner.width, LABEL_WIDTH).map((place) => (
              <text
                key={points[place]?.key}
                x={x(place)}
                y={HEIGHT - 6}
                textAnchor="middle"
                className="fill-ink-3 text-xs"
              >
                {points[place]?.short}
              </text>
            ))}
            {series
              .map((each, place) => (
                <Line
                  key={each.id}
                  values={each.values}
                  x={x}
                  y={y}
                  look={LOOKS[place % LOOKS.length]}
                  isLastUnfinished={points.at(-1)?.isUnfinished === true}
                />
              ))
              .reverse()}
            {chosen !== null && (
              <>
                <line
                  x1={x(chosen)}
                  x2={x(chosen)}
                  y1={EDGE.top}
                  y2={HEIGHT - EDGE.bottom}
                  className="stroke-control"
                />
                {series.map(({ id, values }, place) => (
                  <circle
                    key={id}
                    cx={x(chosen)}
                    cy={y(values[chosen] ?? 0)}
                    r={4}
                    strokeWidth={2}
                    className={classNames('stroke-surface', LOOKS[place % LOOKS.length]?.dot)}
                  />
                ))}
              </>
            )}
          </svg>
        )}
        {highest === 0 && (
          <p className="pointer-events-none absolute inset-x-0 top-20 text-center text-sm text-ink-3">
            {words.nothingInTheseDays}
          </p>
        )}
        {chosen !== null && (
          <Bubble left={x(chosen)} width={width} title={points[chosen]?.label ?? ''}>
            {series.map(({ id, label, values }) => (
              <p key={id} className="flex justify-between gap-4">
                <span>{label}</span>
                <span className="font-semibold tabular-nums">{format(values[chosen] ?? 0)}</span>
              </p>
            ))}
          </Bubble>
        )}
      </div>
      <ChartNumbers title={title} points={points} series={series} format={format} pointName={pointName} />
    </figure>
  )
}

interface LineProps {
  values: readonly number[]
  x: (place: number) => number
  y: (value: number) => number
  look: (typeof LOOKS)[number] | undefined
  isLastUnfinished: boolean
}

/** The first series also fills what lies below it; a single point is a dot, since a line needs two. */
function Line({ values, x, y, look, isLastUnfinished }: LineProps) {
  if (values.length === 1)
    return <circle cx={x(0)} cy={y(values[0] ?? 0)} r={4} className={look?.dot ?? ''} />
  const places = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`)
  const line = places.join('L')
  const finished = isLastUnfinished ? places.slice(0, -1).join('L') : line
  const isFull = look?.dash === undefined
  return (
    <>
      {isFull && (
        <path
          d={`M${x(0).toFixed(1)},${y(0)}L${line}L${x(values.length - 1).toFixed(1)},${y(0)}Z`}
          className="fill-accent/10"
        />
      )}
      <path
        d={`M${finished}`}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeDasharray={look?.dash}
        className={look?.line ?? ''}
      />
      {isLastUnfinished && (
        <path
          d={`M${places.slice(-2).join('L')}`}
          fill="none"
          strokeWidth={2}
          strokeDasharray="1 4"
          className={look?.line ?? ''}
        />
      )}
    </>
  )
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-ink-2">
      {series.map(({ id, label }, place) => (
        <li key={id} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={classNames('h-0.5 w-4 rounded-full', LOOKS[place % LOOKS.length]?.key)}
          />
          {label}
        </li>
      ))}
    </ul>
  )
}

interface BubbleProps {
  left: number
  width: number
  title: string
  children: ReactNode
}

/** Next to the point, on the side where there is room. */
function Bubble({ left, width, title, children }: BubbleProps) {
  const isRight = left > width / 2
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-2 z-10 min-w-32 rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm shadow-pop"
      style={isRight ? { right: width - left + 12 } : { left: left + 12 }}
    >
      <p className="text-xs whitespace-nowrap text-ink-3">{title}</p>
      {children}
    </div>
  )
}

/** Drawn at its true width, so that labels keep their size on a phone. */
function useWidth(box: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box])
  return width
}

function placeAfter(key: string, now: number, count: number): number | null {
  const to = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to))
}
