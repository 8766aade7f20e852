/** The step of an amount: `30,42 $ (échelon 1)`, `$56,340 (BA, Step 1)`. */
const STEP =
  / ?\((?:[^()$]{0,20}[ ,])?(?:steps?|échelons?|levels?|grade|entry|start)(?!\p{L})[^()$]{0,25}\)/giu

/** The ends of a range, in brackets: `$51,000 [minimum salary in our lowest market] to $79,500 [maximum salary]`. */
const ENDS = / ?[[(](?:min|max)(?:imum)?(?!\p{L})[^\])$]{0,90}[\])]/giu
const BOTH_ENDS = /[[(]min[^$]*\$[^$]*[[(]max/iu

/** A sentence without notes in brackets about the ends of a range. */
export function withoutNotes(sentence: string): string {
  const plain = sentence.replace(STEP, '')
  return BOTH_ENDS.test(plain) ? plain.replace(ENDS, '') : plain
}
