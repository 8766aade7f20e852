/** Numbers that repeat with their seed. */
export class Dice {
  constructor(private state: number) {}

  below(limit: number): number {
    // xorshift32
    this.state ^= this.state << 13
    this.state ^= this.state >>> 17
    this.state ^= this.state << 5
    return (this.state >>> 0) % limit
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0]
  }
}

const PIECES: [string, ...string[]] = [
  '&',
  '=',
  '%',
  '%00',
  '%2C',
  '%zz',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '+',
  '"',
  "'",
  '(',
  ')',
  '|',
  '!',
  '<->',
  '<3>',
  ':*',
  '*',
  '-',
  ' OR ',
  ',',
  ';',
  '--',
  '/',
  '//',
  '..',
  '\\',
  '#',
  '?',
  '[]',
  '{',
  '}',
  '$1',
  '$(x)',
  '0',
  '-1',
  '1e9',
  '9223372036854775807',
  '9223372036854775808',
  '2026-02-30',
  'é',
  '\u{1F600}',
  '\u0000',
  '\u202E',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'title',
  'title_advanced',
  'location',
  'limit',
  'cursor',
  'C++',
  '.NET',
  'a',
  "' or 1=1 --",
  '%27%3Bselect%20pg_sleep(9)--',
  '<script>',
  '((((((((((',
  '!!!!!!!!!!',
  'a'.repeat(300),
]

/** A text with some of its parts replaced, repeated, moved or taken out. */
export function mutate(text: string, dice: Dice): string {
  let mutated = text
  for (let turns = 1 + dice.below(4); turns > 0; turns -= 1) {
    const [a, b] = [dice.below(mutated.length + 1), dice.below(mutated.length + 1)]
    const [from, to] = a < b ? [a, b] : [b, a]
    const part = mutated.slice(from, to)
    const inserted =
      [dice.pick(PIECES), String.fromCharCode(dice.below(0x10000)), part + part, ''][
        dice.below(4)
      ] ?? ''
    mutated = (
      mutated.slice(0, from) +
      inserted +
      mutated.slice(dice.below(3) === 0 ? to : from)
    ).slice(0, 4_000)
  }
  return mutated
}

/** A text of random pieces. */
export function randomText(dice: Dice): string {
  let text = ''
  for (let count = dice.below(12); count >= 0; count -= 1) {
    text += dice.below(4) === 0 ? String.fromCharCode(dice.below(0x10000)) : dice.pick(PIECES)
  }
  return text
}
