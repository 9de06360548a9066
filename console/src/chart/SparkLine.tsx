/** A line without axes, to be seen at a glance; what it shows stands next to it as text. */

const SIZE = { width: 120, height: 32 }
const EDGE = 3

interface SparkLineProps {
  /** Null where nothing is known. */
  values: readonly (number | null)[]
  /** Whether the last value is of a day that is not over: the way to it is only dotted. */
  isOpen: boolean
}

export function SparkLine({ values, isOpen }: SparkLineProps) {
  const known = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return <div aria-hidden className="h-8" />
  const highest = Math.max(1e-9, ...known.map(({ value }) => value))
  const x = (place: number) => EDGE + (place / Math.max(1, values.length - 1)) * (SIZE.width - 2 * EDGE)
  const y = (value: number) => SIZE.height - EDGE - (value / highest) * (SIZE.height - 2 * EDGE)
  const spots = known.map(({ value, place }) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`)
  const closed = isOpen ? spots.slice(0, -1) : spots
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      preserveAspectRatio="none"
      className="h-8 w-full"
    >
      <path
        d={`M${x(first.place)},${y(0)}L${spots.join('L')}L${x(last.place)},${y(0)}Z`}
        className="fill-accent/10"
      />
      {closed.length > 1 && (
        <path
          d={`M${closed.join('L')}`}
          fill="none"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      )}
      {isOpen && spots.length > 1 && (
        <path
          data-open
          d={`M${spots.slice(-2).join('L')}`}
          fill="none"
          strokeWidth={1.5}
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      )}
    </svg>
  )
}
