import { join } from 'node:path'
import { Glob } from 'bun'
import typescript from 'typescript-5'

const SOURCE = join(import.meta.dir, '../../src')

export interface Expression {
  /** In src. */
  file: string
  /** As it is written, on one line: a literal, `new RegExp(...)`, or the `pattern` of a schema. */
  text: string
  /** Undefined for one that is made of parts. */
  value: RegExp | undefined
}

/** The regular expressions of src, each once a file. */
export async function sourceExpressions(): Promise<Expression[]> {
  const files = [...new Glob('**/*.ts').scanSync(SOURCE)].sort()
  const lists = await Promise.all(
    files.map(async (file) => expressionsOf(file, await Bun.file(join(SOURCE, file)).text())),
  )
  return lists.flat()
}

export function expressionsOf(file: string, text: string): Expression[] {
  const { Latest } = typescript.ScriptTarget
  const tree = typescript.createSourceFile(file, text, Latest, true)
  const found = new Map<string, Expression>()
  const visit = (node: typescript.Node): void => {
    const expression = expressionAt(node)
    if (expression !== undefined) found.set(expression.text, { file, ...expression })
    typescript.forEachChild(node, visit)
  }
  visit(tree)
  return [...found.values()]
}

function expressionAt(node: typescript.Node): Omit<Expression, 'file'> | undefined {
  if (typescript.isRegularExpressionLiteral(node)) {
    const { text } = node
    const end = text.lastIndexOf('/')
    return { text, value: new RegExp(text.slice(1, end), text.slice(end + 1)) }
  }
  const isCall = typescript.isNewExpression(node) || typescript.isCallExpression(node)
  if (isCall && node.expression.getText() === 'RegExp') {
    return { text: node.getText().replace(/\s+/g, ' '), value: undefined }
  }
  if (typescript.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
    const { initializer } = node
    const isText = typescript.isStringLiteralLike(initializer)
    const value = isText ? new RegExp(initializer.text, 'u') : undefined
    return { text: node.getText().replace(/\s+/g, ' '), value }
  }
  return undefined
}
