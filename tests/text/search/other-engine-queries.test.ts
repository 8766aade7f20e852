import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseAdvanced } from '../../../src/text/search/reading/parse-advanced'
import type { Operand, SearchTree } from '../../../src/text/search/search-tree'
import { matches } from '../../support/matcher'
import { plain } from '../../support/plain'
import { readOrCorrected } from '../../support/read-or-corrected'

/** A query with its meaning, in the operators that one search engine or another has. */
interface Query {
  text: string
  tree: SearchTree
  /** From the loosest to the tightest operator. */
  binding: 'any' | 'all' | 'near' | 'not' | 'term'
}

const BINDINGS = ['any', 'all', 'near', 'not', 'term']
const word = fc.constantFrom('java', 'kotlin', 'senior', 'lead', 'cook')
const group = fc.constantFrom('()', '[]', '{}')

const plainWord = word.map((text): Query => ({ text, tree: phrase([text]), binding: 'term' }))
const prefix = fc.tuple(word, fc.constantFrom('*', '%', ':*')).map(
  ([text, star]): Query => ({
    text: `${text.slice(0, 3)}${star}`,
    tree: { kind: 'phrase', words: [text.slice(0, 3)], prefix: true },
    binding: 'term',
  }),
)
const weighted = word.map(
  (text): Query => ({
    text: `${text}^4`,
    tree: phrase([text]),
    binding: 'term',
  }),
)
const quoted = fc.tuple(word, word, fc.constantFrom('""', '“”', '«»', "''", '‘’')).map(
  ([left, right, quotes]): Query => ({
    text: `${quotes[0]}${left} ${right}${quotes[1]}`,
    tree: phrase([left, right]),
    binding: 'term',
  }),
)
const near = fc.tuple(word, word, fc.integer({ min: 1, max: 3 })).chain(([left, right, distance]) =>
  fc
    .constantFrom(
      `${left} NEAR/${distance} ${right}`,
      `${left} w/${distance} ${right}`,
      `${left} pre/${distance} ${right}`,
      `${left} AROUND(${distance}) ${right}`,
      `${left} ONEAR/${distance} ${right}`,
      `${left} <${distance}> ${right}`,
      `"${left} ${right}"~${distance}`,
      ...(distance === 1 ? [`${left} ADJ ${right}`, `${left} <-> ${right}`] : []),
    )
    .map((text): Query => {
      const [first, last] = [phrase([left]), phrase([right])]
      const inOrder: SearchTree = { kind: 'near', left: first, distance, right: last }
      const reversed: SearchTree = { kind: 'near', left: last, distance, right: first }
      const isOrdered = !/~| NEAR|w\/|AROUND/.test(text)
      const tree: SearchTree = isOrdered ? inOrder : { kind: 'any', children: [inOrder, reversed] }
      return { text, tree, binding: text.includes('~') ? 'term' : 'near' }
    }),
)

function phrase(words: string[]): Operand & { kind: 'phrase' } {
  return { kind: 'phrase', words, prefix: false }
}

/** The text, in parentheses or brackets if it binds no tighter than its parent. */
function inside({ text, binding }: Query, parent: Query['binding'], [open, close]: string): string {
  const isLoose = BINDINGS.indexOf(binding) <= BINDINGS.indexOf(parent) && binding !== 'term'
  return isLoose ? `${open}${text}${close}` : text
}

const query = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    plainWord,
    prefix,
    weighted,
    quoted,
    near,
    fc.tuple(tie('query'), fc.constantFrom('NOT ', '-', '!', '–'), group).map(
      ([child, sign, signs]): Query => ({
        text: `${sign}${inside(child, 'not', signs)}`,
        tree: { kind: 'not', child: child.tree },
        binding: 'not',
      }),
    ),
    fc.tuple(tie('query'), tie('query'), fc.constantFrom(' ', ' AND ', ' && '), group).map(
      ([left, right, and, signs]): Query => ({
        text: `${inside(left, 'all', signs)}${and}${inside(right, 'all', signs)}`,
        tree: { kind: 'all', children: [left.tree, right.tree] },
        binding: 'all',
      }),
    ),
    fc
      .tuple(
        tie('query'),
        tie('query'),
        fc.constantFrom('ANDNOT', 'AND-NOT', 'EXCEPT', 'AND NOT', 'SAUF', 'BUT NOT'),
        group,
      )
      .map(
        ([left, right, not, signs]): Query => ({
          text: `${inside(left, 'all', signs)} ${not} ${inside(right, 'not', signs)}`,
          tree: { kind: 'all', children: [left.tree, { kind: 'not', child: right.tree }] },
          binding: 'all',
        }),
      ),
    fc.tuple(tie('query'), tie('query'), fc.constantFrom(' OR ', ' || ', ' OU '), group).map(
      ([left, right, or, signs]): Query => ({
        text: `${inside(left, 'any', signs)}${or}${inside(right, 'any', signs)}`,
        tree: { kind: 'any', children: [left.tree, right.tree] },
        binding: 'any',
      }),
    ),
  ),
})).query

const title = fc.array(
  fc.oneof(word, fc.constantFrom('javascript', 'and', 'not', 'w', '4', 'or')),
  {
    maxLength: 8,
  },
)

test('queries of other engines are read as meant, or refused with a suggestion that means the same', () => {
  const property = fc.property(
    query,
    fc.array(title, { minLength: 5, maxLength: 10 }),
    (typed, titles) => {
      for (const parse of [plain, parseAdvanced]) {
        const tree = readOrCorrected(parse, typed.text)
        for (const words of titles) {
          const isFound = [typed.text, words, matches(tree, [words])]
          expect(isFound).toEqual([typed.text, words, matches(typed.tree, [words])])
        }
      }
    },
  )
  fc.assert(property, { numRuns: 2_000 })
})
