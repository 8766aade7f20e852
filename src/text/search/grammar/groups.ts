import type { Token } from './tokens'

/**
 * The brackets that group, by their indexes: with an `or` between them, or behind an operator that takes a group. Other brackets
 * are punctuation.
 */
export function findGroups(tokens: readonly Token[]): [open: number, close: number][] {
  const open: { at: number; isGroup: boolean }[] = []
  return tokens.flatMap(({ kind }, at): [number, number][] => {
    if (kind === 'or') for (const group of open) group.isGroup = true
    const before = tokens[at - 1]?.kind
    const isAsked = before === 'not' || before === 'within' || before === 'before'
    if (kind === 'open') open.push({ at, isGroup: isAsked })
    const closed = kind === 'close' ? open.pop() : undefined
    return closed?.isGroup ? [[closed.at, at]] : []
  })
}
