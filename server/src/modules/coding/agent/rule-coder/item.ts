import type { PlanItem } from '@atrium/contract/coding-sessions'
import type { Instruction } from './instruction.ts'

/** An instruction, and how far it is. */
export interface Item {
  instruction: Instruction
  status: PlanItem['status']
  problem: string | null
}
