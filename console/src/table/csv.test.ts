import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells with commas, quotes and lines are quoted', () => {
  expect(
    toCsv(
      ['term', 'clicks'],
      [
        ['shoes, red', 3],
        ['a "b"\nc', 0.5],
      ],
    ),
  ).toBe('term,clicks\r\n"shoes, red",3\r\n"a ""b""\nc",0.5\r\n')
})

test('what begins like a formula is none, and a number may be below zero', () => {
  for (const start of ['＝', '＋', '－', '＠', '\n=', '\r', '\t', '@'])
    expect(toCsv([], [[`${start}1`]])).toMatch(/^\r\n"?'/)
  expect(toCsv(['t', 'n'], [['=HYPERLINK("x")', -3]])).toBe(`t,n\r\n"'=HYPERLINK(""x"")",-3\r\n`)
})

test('behind a separator or quote of another program begins no formula either', () => {
  for (const separator of [',', ';', '|', '\t', '\n', '"', '; '])
    expect(toCsv([], [[`a${separator}=1`]])).toContain(`${separator.replace('"', '""')}'=1`)
  expect(toCsv([], [["'=1"]])).toBe("\r\n''=1\r\n")
})
