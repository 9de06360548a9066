/** QuickJS in WebAssembly, with what it needs of the outside taken away or narrowed. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import published from '@jitl/quickjs-ng-wasmfile-release-sync'
import {
  type EmscriptenModuleLoaderOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'

export interface Engine {
  runtime: QuickJSRuntime
  context: QuickJSContext
  memory: WebAssembly.Memory
}

/** The highest limit of memory that a script can have. */
export const MOST_BYTES = 128 * 1024 * 1024
/** Deep enough for recursion of more than a thousand calls; the thread's own stack is larger by far. */
const STACK_BYTES = 256 * 1024
/** Twice what the engine was built with: expressions find room in it, and pages that nobody used cost nothing. */
const FIRST_PAGES = 512
/** The engine's own bookkeeping comes on top. */
const MOST_PAGES = (MOST_BYTES * 9) / 8 / 65_536

export async function compileEngine(): Promise<WebAssembly.Module> {
  const path = fileURLToPath(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'))
  return WebAssembly.compile(await readFile(path))
}

export async function startEngine(wasmModule: WebAssembly.Module): Promise<Engine> {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES })
  const options = { wasmModule, wasmMemory: memory, emscriptenModule: SILENT }
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, options))
  const runtime = quickjs.newRuntime({ maxStackSizeBytes: STACK_BYTES })
  return { runtime, context: runtime.newContext(), memory }
}

// The package describes itself as CommonJS, where its export would be one level deeper than it is.
const variant = published as unknown as QuickJSSyncVariant

/** A failing engine would print to the log of the server. */
const SILENT: EmscriptenModuleLoaderOptions & Record<'print' | 'printErr', () => void> = {
  print: () => {},
  printErr: () => {},
}
