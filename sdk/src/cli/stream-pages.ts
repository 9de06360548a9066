/** Long lists: each page is written when it comes, and none is kept. */

import type { ListCall } from '../iterate.ts'
import { pages } from '../iterate.ts'
import { readerOf } from './file-transfer.ts'
import { safeJson } from './print.ts'
import { createProgress } from './progress.ts'
import { belowList, createRows, listIn, type View } from './table.ts'
import type { Terminal } from './terminal.ts'

/** Writes all pages as one answer: the last page, with the items of all. */
export async function streamPages(
  call: ListCall,
  args: Parameters<ListCall>,
  terminal: Terminal,
  { format, ...view }: View & { format: 'json' | 'table' },
): Promise<void> {
  const { stdout } = terminal
  const reader = readerOf(stdout)
  const write = async (text: string) => {
    if (text !== '' && stdout.write(text) === false) await reader.isBack()
  }
  const progress = createProgress(terminal, { isShown: !stdout.isTTY })
  const printer = format === 'json' ? jsonPrinter() : tablePrinter(view)
  let last: Record<string, unknown> = {}
  let count = 0
  try {
    for await (const page of pages(call, ...args)) {
      last = page
      const list = listIn(page)
      const rows = list === undefined ? [] : (page[list] as unknown[])
      count += rows.length
      progress.show(`${count} read`)
      await write(printer.page(page, list, rows))
      if (reader.hasLeft()) return
    }
  } finally {
    progress.clear()
  }
  await write(printer.end(last, listIn(last)))
}

interface Printer {
  page(page: Record<string, unknown>, list: string | undefined, rows: readonly unknown[]): string
  end(last: Record<string, unknown>, list: string | undefined): string
}

function jsonPrinter(): Printer {
  let isOpen = false
  return {
    page(_, list, rows) {
      const items = rows.map((row) => indented(safeJson(row, 2), 4))
      if (items.length === 0) return ''
      const head = isOpen ? ',\n' : `{\n  ${JSON.stringify(list)}: [\n`
      isOpen = true
      return head + items.join(',\n')
    },
    end(last, list) {
      if (!isOpen) return `${safeJson(last, 2)}\n`
      const rest = Object.entries(last).filter(([key]) => key !== list)
      const fields = rest.map(
        ([key, value]) => `  ${JSON.stringify(key)}: ${indented(safeJson(value, 2), 2).trimStart()}`,
      )
      return `\n  ]${fields.map((field) => `,\n${field}`).join('')}\n}\n`
    },
  }
}

function tablePrinter(view: View): Printer {
  const table = createRows(view)
  let hasRows = false
  return {
    page(_, __, rows) {
      hasRows ||= rows.length > 0
      return rows.length > 0 ? table.page(rows) : ''
    },
    end: (last, list) => (hasRows ? '' : table.page([])) + (list === undefined ? '' : belowList(last, list)),
  }
}

function indented(text: string, by: number): string {
  return text.replace(/^/gm, ' '.repeat(by))
}
