/**
 * Puts the memory of the engine back as it was before a script ran. All that a script can leave behind is in that memory,
 * so the next one finds an engine that never ran anything, for the price of copying what a fresh one takes.
 */
export interface EngineMemory {
  /** Remembers what is there now; the returned function puts it back. */
  remember(): () => void
  /** Memory never shrinks: what has grown is too large to be kept for long. */
  hasGrown(): boolean
}

/** `allocate` takes memory of the engine and returns its place: so one sees where the end of the heap is noted. */
export function readEngineMemory(
  memory: WebAssembly.Memory,
  allocate: (bytes: number) => number,
): EngineMemory {
  const size = memory.buffer.byteLength
  // Memory that has grown is another buffer.
  const bytes = () => new Uint8Array(memory.buffer)
  const { fixedEnd, heapStart, usedEnd } = findLayout(bytes())
  const before = bytes().slice(0, usedEnd)
  const heapEnd = findHeapEnd(memory, fixedEnd, allocate)
  bytes().fill(0, usedEnd, heapEnd())
  bytes().set(before)

  return {
    remember() {
      const fixed = bytes().slice(0, fixedEnd)
      const heap = bytes().slice(heapStart, heapEnd())
      return () => {
        const end = heapEnd()
        const all = bytes()
        all.set(fixed)
        // Nobody reads what is left of older calls on the stack or behind the heap; that it is gone costs little.
        all.fill(0, heapStart - STACK_BYTES, heapStart)
        all.set(heap, heapStart)
        all.fill(0, heapStart + heap.length, end)
      }
    },
    hasGrown: () => memory.buffer.byteLength !== size,
  }
}

const PAGE = 4096
const EMPTY_PAGE = Buffer.alloc(PAGE)
/** More than the stack that the engine allows its scripts. */
const STACK_BYTES = 512 * 1024

/** The engine's fixed data come first, then much room for its stack, which grows down from where the heap begins. */
function findLayout(bytes: Uint8Array): { fixedEnd: number; heapStart: number; usedEnd: number } {
  let fixedEnd = 0
  let heapStart = 0
  let usedEnd = 0
  for (let page = 0; page < bytes.length; page += PAGE) {
    if (EMPTY_PAGE.equals(bytes.subarray(page, page + PAGE))) continue
    if (heapStart === 0 && page - usedEnd > 2 * STACK_BYTES) {
      fixedEnd = usedEnd + STACK_BYTES / 4
      heapStart = page
    }
    usedEnd = page + PAGE
  }
  if (heapStart === 0) throw new Error('the memory of the engine has no room for a stack where it should be')
  return { fixedEnd, heapStart, usedEnd }
}

/**
 * How far the heap ever went is a number among the fixed data that has no name outside. It is found by what happens to it:
 * it lies behind each large piece that is asked for, and nothing lies further.
 */
function findHeapEnd(memory: WebAssembly.Memory, fixedEnd: number, allocate: (bytes: number) => number) {
  const wordAt = (place: number) => new Uint32Array(memory.buffer, place, 1)[0] ?? 0
  let places = Array.from({ length: fixedEnd / WORD }, (_, index) => index * WORD)
  for (let probe = 0; probe < PROBES; probe++) {
    const before = places.map(wordAt)
    const least = allocate(PROBE_BYTES) + PROBE_BYTES
    places = places.filter((place, at) => {
      const now = wordAt(place)
      return now > (before[at] ?? 0) && now >= least && now <= memory.buffer.byteLength
    })
  }
  const furthest = places.sort((one, other) => wordAt(other) - wordAt(one))[0]
  if (furthest === undefined) throw new Error('the end of the heap of the engine was not found')
  return () => wordAt(furthest)
}

const WORD = Uint32Array.BYTES_PER_ELEMENT
const PROBES = 3
const PROBE_BYTES = 1 << 20
