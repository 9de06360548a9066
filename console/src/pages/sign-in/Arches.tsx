/** Decoration of the sign-in page: arches one behind the other, leading into the light. */
export function Arches() {
  return (
    <div className="relative hidden overflow-hidden bg-accent-soft lg:block">
      <svg
        aria-hidden="true"
        viewBox="0 0 800 900"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full"
      >
        {ARCHES.map(({ width, opacity }) => (
          <path key={width} d={arch(width)} className="fill-accent" opacity={opacity} />
        ))}
        <path d={arch(150)} className="fill-[light-dark(#f4faf8,#a9e6d5)]" />
      </svg>
    </div>
  )
}

const FLOOR = 900
const MIDDLE = 400
const ARCHES = [
  { width: 760, opacity: 0.08 },
  { width: 620, opacity: 0.1 },
  { width: 490, opacity: 0.13 },
  { width: 370, opacity: 0.18 },
  { width: 255, opacity: 0.26 },
]

/** A round arch standing on the floor; the nearer it is, the taller. */
function arch(width: number) {
  const radius = width / 2
  const shoulder = FLOOR - 170 - width * 0.52
  return `M${MIDDLE - radius} ${FLOOR}V${shoulder}a${radius} ${radius} 0 0 1 ${width} 0V${FLOOR}z`
}
