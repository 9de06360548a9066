/** One verb, one meaning: a file that is named after its function begins with a verb of this list. */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, readSources } from './sources.ts'

const VERBS = words(`
  accept access activate add admit adopt aggregate analyze answer archive ask begin build call cancel carry change check choose clean close collect
  compare compress configure confirm connect copy count create decide delete deploy describe disconnect dismiss download draft edit enable end enqueue expire explain
  export extract fill find finish fit fix generate get ignore hold import initiate
  invalidate invite invoke judge launch leave list login logout mail maintain mask merge move normalise open page pause perform plan present preview prove
  prepare provision publish pull purge push query read receive recommend reconcile record redeliver refresh register remove replace reply report request require rescan resend reset
  restore resume revoke rollback run save scan search send serve set settle sign snooze split start stop store stream suggest summarize sweep switch sync test
  track transfer trim try unpack unpublish update upload upsert verify visit wait write`)

/** Functions that are named after what they return. */
const NOUNS = words(`
  account administered agent apps assets bootstrap browser campaign captured card connector each example expired failure field file forbidden invitation keyword
  letter model paid platform provider published rule saved sent session signed standard turn usable workspace`)

test('a file that is named after its function begins with a known verb', () => {
  const odd = readSources()
    .filter(({ path }) => /^server\/src\/(modules|tenancy)\//.test(path) && !isTest(path))
    .filter(({ path, text }) => isNamedAfterFunction(basename(path, '.ts'), text))
    .map(({ path }) => basename(path, '.ts'))
    .filter((name) => !VERBS.has(firstWord(name)) && !NOUNS.has(firstWord(name)))
  expect(odd).toEqual([])
})

/** Each of these was used for several things: save, store, publish, record, batch, release, invalidate and delete say which. */
const VAGUE = /\b(?:async|function\*?) ((?:forget|gather|give|hear|keep|note|poke|tell)(?:[A-Z]\w*)?)\(/g

test('no function or method is named by a verb that means several things', () => {
  const named = readSources()
    .filter(({ path }) => /^server\/src\/(?!demo\/)/.test(path) && !isTest(path))
    .flatMap(({ path, text }) => [...text.matchAll(VAGUE)].map(([, name]) => `${path}: ${name}`))
  expect(named).toEqual([])
})

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

function firstWord(name: string): string {
  return name.replace(/-.*/, '')
}

function isNamedAfterFunction(name: string, text: string): boolean {
  if (!name.includes('-')) return false
  const exported = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new RegExp(`^export ((async )?function\\*? ${exported}|const ${exported} = (job|on))\\b`, 'm').test(
    text,
  )
}
