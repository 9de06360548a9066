/**
 * How many letters must be left out, put in, changed or swapped with their neighbour to get from one text to the
 * other; `most + 1` when it takes more than `most`. `a` and `b` are bytes, from and to say which part of `b`.
 */
export function editDistance(a: Uint8Array, b: Uint8Array, from: number, to: number, most: number): number {
  const width = to - from
  if (Math.abs(a.length - width) > most) return most + 1
  let [before, above, row] = ROWS
  for (let j = 0; j <= width; j++) above[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a[i - 1]
    // Outside of this band every path costs more than is allowed.
    const first = Math.max(1, i - most)
    const last = Math.min(width, i + most)
    row[first - 1] = first === 1 ? i : most + 1
    let least = row[first - 1] as number
    for (let j = first; j <= last; j++) {
      const other = b[from + j - 1]
      const up = j < i + most ? (above[j] as number) : most + 1
      let cost = Math.min(
        (above[j - 1] as number) + (letter === other ? 0 : 1),
        up + 1,
        (row[j - 1] as number) + 1,
      )
      if (i > 1 && j > 1 && letter === b[from + j - 2] && a[i - 2] === other)
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
    ;[before, above, row] = [above, row, before]
  }
  return Math.min(above[width] as number, most + 1)
}

/** No name is longer, and nothing waits in between, so that all calls can share them. */
const LONGEST = 512
const ROWS: [Uint16Array, Uint16Array, Uint16Array] = [
  new Uint16Array(LONGEST),
  new Uint16Array(LONGEST),
  new Uint16Array(LONGEST),
]
