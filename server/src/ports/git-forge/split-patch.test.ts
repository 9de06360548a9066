import { expect, test } from 'vitest'
import { splitPatch } from './split-patch.ts'

const PATCH = `diff --git a/a.txt b/a.txt
index 5626abf..f719efd 100644
--- a/a.txt
+++ b/a.txt
@@ -1 +1,2 @@
-one
+diff --git a/x b/x
+@@ two
diff --git a/old name.txt b/new name.txt
similarity index 90%
rename from old name.txt
rename to new name.txt
--- a/old name.txt\t
+++ b/new name.txt\t
@@ -1 +1 @@
-a
+b
diff --git a/moved.txt b/else.txt
similarity index 100%
rename from moved.txt
rename to else.txt
diff --git "a/\\303\\274 \\"q\\".txt" "b/\\303\\274 \\"q\\".txt"
new file mode 100644
--- /dev/null
+++ "b/\\303\\274 \\"q\\".txt"
@@ -0,0 +1 @@
+x
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
diff --git a/picture.png b/picture.png
new file mode 100644
index 0000000..01d38e6
Binary files /dev/null and b/picture.png differ
`

test('a patch is split by the paths of its files', () => {
  const found = splitPatch(PATCH, false)
  expect(Object.fromEntries(found)).toEqual({
    'a.txt': { patch: '@@ -1 +1,2 @@\n-one\n+diff --git a/x b/x\n+@@ two\n', is_binary: false },
    'new name.txt': { patch: '@@ -1 +1 @@\n-a\n+b\n', is_binary: false },
    'else.txt': { patch: null, is_binary: false },
    'ü "q".txt': { patch: '@@ -0,0 +1 @@\n+x\n', is_binary: false },
    'gone.txt': { patch: '@@ -1 +0,0 @@\n-x\n', is_binary: false },
    empty: { patch: null, is_binary: false },
    'picture.png': { patch: null, is_binary: true },
  })
})

test('the last file of a patch that was cut is left out', () => {
  const cut = PATCH.slice(0, PATCH.indexOf('+x'))
  expect([...splitPatch(cut, true).keys()]).toEqual(['a.txt', 'new name.txt', 'else.txt'])
  expect(splitPatch('', true).size).toBe(0)
})

test('a file whose text breaks lines by other characters cannot speak for another file', () => {
  for (const end of ['\r', '\u2028', '\u2029']) {
    const fake = [
      '+x',
      'diff --git a/safe.ts b/safe.ts',
      '--- a/safe.ts',
      '+++ b/safe.ts',
      '@@ -1 +1 @@',
      '+fake',
    ]
    const text = `diff --git a/z b/z\n--- a/z\n+++ b/z\n@@ -0,0 +1 @@\n${fake.join(end)}\n`
    expect([...splitPatch(text, false).keys()]).toEqual(['z'])
  }
})
