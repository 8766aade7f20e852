import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import ts from 'typescript-5'

const SOURCE = join(import.meta.dir, '../src')

/**
 * The calls of `unsafe` with a text that is made elsewhere, and who makes it. Each one is a gate for all other code, so a new one
 * needs a reason here.
 */
const GATES: Record<string, string> = {
  'catalogue/database/client/postgres-client.ts: text':
    'Drizzle, which binds values and quotes names',
  'catalogue/database/client/copy-rows.ts: text': 'Drizzle',
  'catalogue/database/client/pool.ts: setLocal': 'constants of the pool',
  'catalogue/database/client/pool.ts: `set local statement_timeout = ${Math.max(1, leftMs)}`':
    'a number',
  'catalogue/database/migrations/migrations.ts: `set lock_timeout = ${lockMs}`': 'a number',
  'catalogue/database/migrations/migrations.ts: statement': 'a file of drizzle/',
  'catalogue/database/backup/tables.ts: `copy ${from} to stdout`': 'names that PostgreSQL quoted',
  "catalogue/database/backup/load-tables.ts: `truncate ${names.join(', ')}`":
    'names that PostgreSQL quoted',
  'catalogue/database/backup/load-tables.ts: drop': 'PostgreSQL, of its own catalog',
  'catalogue/database/backup/load-tables.ts: definition': 'PostgreSQL, of its own catalog',
  'catalogue/database/backup/load-tables.ts: `copy ${from} from stdin (freeze)`':
    'names that PostgreSQL quoted',
}

test('no text of SQL is put together from values', async () => {
  const found: string[] = []
  for await (const path of new Glob('**/*.ts').scan(SOURCE)) {
    found.push(...unsafeTexts(path, await Bun.file(join(SOURCE, path)).text()))
  }
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(GATES).toSorted())
})

test('a constant is a literal, or a template of literals and of constants of its file', () => {
  const texts = (code: string) => unsafeTexts('a.ts', code.replaceAll('#{', '${'))
  expect(texts("sql.unsafe('select 1'); sql.unsafe(`select 1`)")).toEqual([])
  expect(texts("const A = 9; const B = 'b'; sql.unsafe(`select #{A} from #{B}`, [id])")).toEqual([])
  expect(texts("sql.unsafe(isOld ? 'a' : 'b')")).toEqual([])
  expect(texts('const A = f(); sql.unsafe(`#{A}`)')).toHaveLength(1)
  expect(texts("let a = 'a'; sql.unsafe(a)")).toEqual(['a.ts: a'])
  expect(texts("sql.unsafe('select ' + id)")).toEqual(["a.ts: 'select ' + id"])
  expect(texts("sql?.['unsafe'](text)")).toEqual(['a.ts: text'])
  expect(texts('const { unsafe } = sql')).toEqual(['a.ts: unsafe'])
  expect(texts('run(sql.unsafe)')).toEqual(['a.ts: sql.unsafe'])
})

/** The first arguments of the calls of `unsafe` that are not constants, and other uses of that function. */
function unsafeTexts(path: string, code: string): string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, ts.Expression>()
  const found: string[] = []

  const isConstant = (node: ts.Expression): boolean => {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return true
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.every(({ expression }) => isConstant(expression))
    }
    if (ts.isConditionalExpression(node)) {
      return isConstant(node.whenTrue) && isConstant(node.whenFalse)
    }
    const value = ts.isIdentifier(node) ? constants.get(node.text) : undefined
    return value !== undefined && isConstant(value)
  }

  const note = (node: ts.Node) => found.push(`${path}: ${node.getText(file)}`)

  const visit = (node: ts.Node): void => {
    if (isUnsafe(node)) {
      const { parent } = node
      if (!ts.isCallExpression(parent) || parent.expression !== node) note(node)
      else if (parent.arguments[0] && !isConstant(parent.arguments[0])) note(parent.arguments[0])
    }
    if (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText(file) === 'unsafe') {
      note(node)
    }
    ts.forEachChild(node, visit)
  }

  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    if (!(statement.declarationList.flags & ts.NodeFlags.Const)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer)
    }
  }
  visit(file)
  return found
}

/** `x.unsafe` or `x['unsafe']` */
function isUnsafe(node: ts.Node): node is ts.Expression {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'unsafe'
  if (!ts.isElementAccessExpression(node)) return false
  const { argumentExpression: name } = node
  return ts.isStringLiteralLike(name) && name.text === 'unsafe'
}
