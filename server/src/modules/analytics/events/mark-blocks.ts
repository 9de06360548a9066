/**
 * Marks of events, by the hundred: those that end in a number and count up, as those of our own clients do, stand side by
 * side as bits of one block, which is one row of the database. Every other mark has a block to itself.
 */
import { hash } from 'node:crypto'
import type { MarkSet } from './event-batch.ts'

export interface MarkBlocks extends MarkSet {
  rows(): MarkRow[]
}

export interface MarkRow {
  /** 32 digits of base 16. */
  id: string
  /** 128 digits, each 0 or 1. */
  mask: string
}

/** With the marks of these rows in it, as far as anybody asks for them. */
export function createMarkBlocks(known: readonly MarkRow[] = []): MarkBlocks {
  const blocks = new Map<string, Bits>()
  const knownMasks = new Map(known.map(({ id, mask }) => [id, mask]))
  const blockOf = (name: string): Bits => {
    let bits = blocks.get(name)
    if (!bits) {
      const mask = knownMasks.size > 0 ? knownMasks.get(idOf(name)) : undefined
      bits = mask === undefined ? [0, 0, 0, 0] : bitsOf(mask)
      blocks.set(name, bits)
    }
    return bits
  }
  /** Where the mark before stood: the next one mostly stands next to it, and to make a name costs more than all else. */
  let last = { app_id: '', prefix: '', block: -1, bits: [0, 0, 0, 0] as Bits }
  return {
    add(app_id, mark) {
      const start = numberStart(mark)
      if (start === mark.length) return setBit(blockOf(`${app_id}\n${mark}`), 0)
      const number = numberFrom(mark, start)
      const block = number >>> BLOCK_BITS
      // Not startsWith, which takes twice as long.
      const prefix = mark.slice(0, start)
      const isBeside = block === last.block && prefix === last.prefix && app_id === last.app_id
      if (!isBeside) {
        last = { app_id, prefix, block, bits: blockOf(`${app_id}\n${prefix}\n${block}`) }
      }
      return setBit(last.bits, number & ((1 << BLOCK_BITS) - 1))
    },
    rows: () => Array.from(blocks, ([block, bits]) => ({ id: idOf(block), mask: maskOf(bits) })),
  }
}

const BLOCK_BITS = 7
const MOST_DIGITS = 9

/** Where the last number of a mark begins, which says its place among those that have in common what stands before. */
function numberStart(mark: string): number {
  let start = mark.length
  while (start > 0 && mark.length - start < MOST_DIGITS && isDigit(mark.charCodeAt(start - 1))) start--
  // 007 is another mark than 7: leading zeros are not part of the number.
  while (start < mark.length - 1 && mark.charCodeAt(start) === ZERO) start++
  return start
}

/** Digits up to the end; `Number` would have to copy them first. */
function numberFrom(mark: string, start: number): number {
  let number = 0
  for (let place = start; place < mark.length; place++) number = number * 10 + mark.charCodeAt(place) - ZERO
  return number
}

const ZERO = 0x30

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 0x39
}

/** The same for the same block, and for no other. */
function idOf(block: string): string {
  return hash('sha256', block, 'hex').slice(0, 32)
}

type Bits = [number, number, number, number]

/** Whether it was not set before. */
function setBit(bits: Bits, place: number): boolean {
  const word = place >>> 5
  const bit = 0x8000_0000 >>> (place & 31)
  const before = bits[word] as number
  bits[word] = before | bit
  return (before & bit) === 0
}

/** Of all bytes, since `toString(2)` takes ten times as long. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(2).padStart(8, '0'))

function maskOf(bits: Bits): string {
  let mask = ''
  for (const word of bits) {
    for (const shift of [24, 16, 8, 0]) mask += BYTES[(word >>> shift) & 255]
  }
  return mask
}

function bitsOf(mask: string): Bits {
  const word = (place: number) => Number.parseInt(mask.slice(place * 32, place * 32 + 32), 2)
  return [word(0), word(1), word(2), word(3)]
}
