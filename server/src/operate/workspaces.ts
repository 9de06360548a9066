import {
  BillingCountry,
  MonthlyLimit,
  PaymentMethod,
  QuotaAmount,
  RequestsPerMinute,
  type WorkspaceChange,
} from '@atrium/contract/installation-workspaces'
import { Plan } from '@atrium/contract/shared'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'
import { transaction } from '../platform/database/transaction.ts'
import {
  changeWorkspace,
  presentInstallationWorkspace,
  unknownName,
  WRONG_NAME,
  workspaceSettingsStore,
} from '../tenancy/index.ts'
import {
  type Command,
  type Flags,
  type Operator,
  OperatorError,
  UsageError,
  visible,
  writeResult,
} from './command.ts'
import { operatorStore } from './store.ts'

const PAGE = 100

export const listWorkspacesCommand: Command = {
  words: ['workspace', 'list'],
  usage: '[--search TEXT]',
  summary:
    'Lists workspaces with id, plan, owner and name, newest first; --search narrows by name, owner or id.',
  options: { search: { type: 'string' } },
  prepare(flags, { stdout, format }) {
    flags.noWords()
    const search = (flags.find('search') ?? '').trim()
    return async ({ db }) => {
      const workspaces: object[] = []
      for (let after: { created_date: string; id: string } | undefined, isMore = true; isMore; ) {
        const rows = await workspaceSettingsStore(db).list(search, after, PAGE)
        for (const { id, name, plan, owner_email, created_date } of rows) {
          after = { created_date: created_date.toISOString(), id }
          if (format === 'json') workspaces.push({ id, name, plan, owner_email, created_date })
          else stdout.write(`${id}  ${plan}  ${visible(owner_email ?? '-')}  ${visible(name)}\n`)
        }
        isMore = rows.length === PAGE
      }
      if (format === 'json') stdout.write(`${JSON.stringify({ workspaces }, null, 2)}\n`)
    }
  },
}

export const showWorkspaceCommand: Command = {
  words: ['workspace', 'show'],
  usage: 'ID',
  summary: 'Prints plan, limits, quotas and billing of a workspace.',
  options: {},
  prepare(flags, operator) {
    const id = flags.word('ID of a workspace (atrium workspace list has them)')
    return async ({ db }) => {
      const workspace = await workspaceSettingsStore(db).find(id)
      if (!workspace) throw new OperatorError(`There is no workspace "${id}".`)
      writeWorkspace(operator, presentInstallationWorkspace(workspace))
    }
  },
}

export const setWorkspaceCommand: Command = {
  words: ['workspace', 'set'],
  usage:
    'ID [--plan P] [--monthly-limit N|off] [--rate-limit OPERATION=N|default]… [--quota NAME=N|default]… [--billing-country CC|none] [--billing-hold on|off] [--payment-method ok|none|unreachable] [--if-version V]',
  summary:
    'Changes plan, limits, quotas and billing of a workspace, at once and also while the server runs. --if-version, from show, refuses when another operator changed it in between.',
  options: {
    plan: { type: 'string' },
    'monthly-limit': { type: 'string' },
    'rate-limit': { type: 'string', multiple: true },
    quota: { type: 'string', multiple: true },
    'billing-country': { type: 'string' },
    'billing-hold': { type: 'string' },
    'payment-method': { type: 'string' },
    'if-version': { type: 'string' },
  },
  prepare(flags, operator) {
    const id = flags.word('ID of a workspace (atrium workspace list has them)')
    const change = readChange(flags)
    if (Object.keys(change).length === 0)
      throw new UsageError('There is nothing to change: name a setting, such as --plan pro.')
    const wrong = unknownName(change)
    if (wrong) throw new UsageError(`"${visible(wrong.name)}" ${WRONG_NAME[wrong.field]}.`)
    const ifVersion = flags.find('if-version') ?? undefined
    return async ({ db, now, log }) => {
      const { workspace, fact } = await transaction(db, async (tx) => {
        const outcome = await changeWorkspace(tx, id, change, ifVersion)
        if (outcome === 'gone') throw new OperatorError(`There is no workspace "${id}".`)
        if (outcome === 'changed')
          throw new OperatorError(
            'The workspace was changed in between; look at it with atrium workspace show.',
          )
        if (outcome.fact) await operatorStore(tx).record(now, { detail: {}, ...outcome.fact })
        return outcome
      })
      writeWorkspace(operator, presentInstallationWorkspace(workspace))
      if (!fact) log.info({}, 'Nothing changed: it was set so already.')
    }
  },
}

function readChange(flags: Flags): WorkspaceChange {
  const [rate_limits, quotas] = [
    readAmounts(flags, 'rate-limit', RequestsPerMinute, 'members.list=60'),
    readAmounts(flags, 'quota', QuotaAmount, 'app.records=100000'),
  ]
  const hold = flags.find('billing-hold')
  return {
    ...given('plan', readWord(flags, 'plan', Plan)),
    ...given('monthly_limit', readWord(flags, 'monthly-limit', MonthlyLimit, 'off')),
    ...given('billing_country', readWord(flags, 'billing-country', BillingCountry, 'none')),
    ...given('payment_method', readWord(flags, 'payment-method', PaymentMethod)),
    ...(hold !== null && { billing_hold: flags.oneOf('billing-hold', ['on', 'off'], 'off') === 'on' }),
    ...(rate_limits && { rate_limits }),
    ...(quotas && { quotas }),
  }
}

function given<Name extends string, T>(name: Name, value: T | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: T }
}

/** The value of a flag as the contract has it, undefined when it was not given; the word `off` stands for null. */
function readWord<S extends TSchema>(flags: Flags, name: string, schema: S): Static<S> | undefined
function readWord<S extends TSchema>(
  flags: Flags,
  name: string,
  schema: S,
  off: string,
): Static<S> | null | undefined
function readWord(flags: Flags, name: string, schema: TSchema, off?: string): unknown {
  const text = flags.find(name)
  if (text === null) return undefined
  if (text === off) return null
  const value = readValue(text, schema)
  if (value === undefined) throw new UsageError(`--${name} ${visible(text)} is not ${formOf(schema, off)}.`)
  return value
}

function readAmounts(flags: Flags, flag: string, schema: TSchema, example: string) {
  const pairs = flags.list(flag)
  if (pairs.length === 0) return null
  const entries = pairs.map((pair): [string, number | null] => {
    const [, name = '', text = ''] = /^([^=]+)=(.+)$/.exec(pair) ?? []
    const value = text === 'default' ? null : readValue(text, schema)
    if (value === undefined)
      throw new UsageError(
        `--${flag} ${visible(pair)} is not of the form ${example}, or ${example.replace(/\d+/, 'default')}.`,
      )
    return [name, value as number | null]
  })
  return Object.fromEntries(entries)
}

/** Undefined when the text does not fit. */
function readValue(text: string, schema: TSchema): unknown {
  const isText = (schema as { type?: string }).type === 'string'
  const value = isText ? text : /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
  return value !== undefined && Value.Check(schema, value) ? value : undefined
}

function formOf(schema: TSchema, off: string | undefined): string {
  const { enum: words, type } = schema as { enum?: string[]; type?: string }
  if (words) return `one of ${words.join(', ')}`
  return type === 'string' ? `a country such as DE, or ${off}` : `a number, or ${off}`
}

type Shown = ReturnType<typeof presentInstallationWorkspace>

function writeWorkspace(operator: Pick<Operator, 'stdout' | 'format'>, workspace: Shown): void {
  if (operator.format === 'json') {
    operator.stdout.write(`${JSON.stringify(workspace, null, 2)}\n`)
    return
  }
  const { rate_limits, quotas, billing_hold, ...rest } = workspace
  const amounts = (values: Record<string, number>) =>
    Object.entries(values)
      .map(([name, count]) => `${name}=${count}`)
      .join(' ') || 'default'
  writeResult(operator, {
    ...rest,
    monthly_limit: rest.monthly_limit ?? 'off',
    billing_hold: billing_hold ? 'on' : 'off',
    rate_limits: amounts(rate_limits),
    quotas: amounts(quotas),
  })
}
