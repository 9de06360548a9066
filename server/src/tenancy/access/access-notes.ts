import { errors, type Operation } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { AccessNotes } from '../../platform/idempotency/keyed-requests.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import { canEditWorkspace } from './roles.ts'

const NOTED = ['workspace', 'findWorkspace', 'app', 'visit', 'agent', 'apps'] as const
type Question = (typeof NOTED)[number]
type Ask = (caller: Caller, ...asked: unknown[]) => Promise<unknown>

/** A question that was answered well, and whether as to somebody who may edit. */
interface Passed {
  question: Question
  asked: readonly unknown[]
  is_editor: boolean
}

/** Notes what a use case asks of access; a repeat of its request is asked the same before it gets the answer. */
export function createAccessNotes(access: Access): AccessNotes {
  const ask = (question: Question) => access[question] as Ask
  return {
    begin() {
      const passed: Passed[] = []
      const noting = (question: Question): Ask => {
        return async (caller, ...asked) => {
          const found = await ask(question)(caller, ...asked)
          if (found !== null) passed.push({ question, asked, is_editor: isEditor(found) })
          return found
        }
      }
      const noted = Object.fromEntries(NOTED.map((question) => [question, noting(question)]))
      return { using: { access: { ...access, ...noted } }, passed }
    },
    async require(caller, operation, passed) {
      for (const { question, asked, is_editor } of passed as readonly Passed[]) {
        const found = await ask(question)(caller as Caller, ...asked)
        if (found === null) throw missing(operation)
        const isLess = is_editor && !isEditor(found) && operation.refuses?.includes('editor_required')
        if (isLess) throw refuse('editor_required')
      }
    },
  }
}

/** Of an app, or of a workspace. */
function isEditor(found: unknown): boolean {
  const { user_role, role } = found as { user_role?: string; role?: Parameters<typeof canEditWorkspace>[0] }
  return user_role === 'editor' || (role !== undefined && canEditWorkspace(role))
}

function missing({ refuses = [] }: Operation) {
  return refuse(refuses.find((code) => errors[code].status === 404) ?? 'workspace_not_found')
}
