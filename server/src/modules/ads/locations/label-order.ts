/** Finding one's way in sorted labels, all of them in one run of bytes with a zero behind each. */

/** Below zero when what stands there comes before the text, above when behind it, zero when it begins with it. */
export function compareAt(labels: Uint8Array, start: number, text: Uint8Array): number {
  for (let index = 0; index < text.length; index++) {
    const difference = (labels[start + index] as number) - (text[index] as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** The first of `count` that begins with the text or comes behind it. */
export function lowerBound(labels: Uint8Array, starts: Uint32Array, count: number, text: Uint8Array): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareAt(labels, starts[middle] as number, text) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The label that holds this position. */
export function labelAt(starts: Uint32Array, count: number, position: number): number {
  let low = 0
  let high = count
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] as number) <= position) low = middle
    else high = middle
  }
  return low
}
