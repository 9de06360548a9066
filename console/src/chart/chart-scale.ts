/** Where the lines and labels of a chart stand. */

const STEPS = [1, 2, 2.5, 5, 10]
const LINES = 4

/**
 * Round values from 0 to at least the highest, a few of them. With a smallest step of 1 no line stands between two
 * pieces of what is counted.
 */
export function ticksUpTo(highest: number, smallestStep = 0): number[] {
  if (!(highest > 0)) return [0, Math.max(smallestStep, 1)]
  const rough = Math.max(highest / LINES, smallestStep)
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = size * (STEPS.find((each) => each * size >= rough * 0.999) ?? 10)
  // 2.5 pieces are none.
  const whole = smallestStep > 0 ? Math.ceil(step / smallestStep) * smallestStep : step
  const count = Math.ceil(highest / whole - 1e-9)
  return Array.from({ length: count + 1 }, (_, place) => tidy(place * whole))
}

/** Which of the points are named below, so that names of this width do not touch: always the first. */
export function labelledPoints(count: number, width: number, labelWidth: number): number[] {
  if (count === 0) return []
  const most = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.ceil(count / most)
  const places: number[] = []
  for (let place = 0; place < count; place += every) places.push(place)
  return places
}

/** The point nearest to this share of the width, 0 at the left edge and 1 at the right one. */
export function pointAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))))
}

/** 0.1 + 0.2 is 0.3 on a label. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}
