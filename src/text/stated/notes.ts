/** The step of an amount: `30,42 $ (échelon 1)`, `$56,340 (BA, Step 1)`. */
const STEP =
  / ?\((?:[^()$]{0,20}[ ,])?(?:steps?|échelons?|levels?|grade|entry|start)(?!\p{L})[^()$]{0,25}\)/giu

/** The ends of a range, in brackets: `$51,000 [minimum salary in our lowest market] to $79,500 [maximum salary]`. */
const ENDS = / ?[[(](?:min|max)(?:imum)?(?!\p{L})[^\])$]{0,90}[\])]/giu
const BOTH_ENDS = /[[(]min[^$]*\$[^$]*[[(]max/iu

/** The same behind the amounts: `$26.10 min. - $29.04 max.` */
const BARE_ENDS =
  /(?<=\d(?: ?\$)?) min(?:imum|\.)?(?= ?(?:-|to|à) ?\$? ?[\d,.]{1,12}(?: ?\$)? max)/iu
const BARE_MOST = /(?<=\d(?: ?\$)?) max(?:imum|\.)?(?!\p{L})/iu

/** Words in brackets behind both amounts: `$19.50 (entry level) - $29.25 (experienced) per hour`. */
const WORDS_BETWEEN =
  /(?<=\d(?: ?\$)?) \((?![^()]*(?:bonus|OTE|target|commission|incl))[^()$\d]{1,40}\)(?= ?(?:-|to|à) ?\$? ?\d)/giu
const WORDS_BEHIND =
  /(?<=\d(?: ?\$)?) \((?![^()]*(?:bonus|OTE|target|commission|incl))[^()$\d]{1,40}\)(?= (?:per|an?|par) )/giu

/** An amount, and in brackets the one or two that it may be in another unit: `$33,571.20 ($16.14 hr)`. */
const IN_BRACKETS =
  /(?<![\d.,])(\d[\d,]{0,11}(?:\.\d{1,4})?)((?: ?(?:\/|per |an? )?(?:hour|hr|hourly|year|yr|annually|annual|annum))?) \((?:approx(?:imately|\.)? )?(?:\$? ?[\d,.]{1,12} ?(?:-|to) ?)?\$? ?(\d[\d,]{0,11}(?:\.\d{1,4})?) ?(?:\/ ?|per |an? )?(?:hour|hr|hourly|year|yr|annually|annual|annum)\.?\)/giu

/** Hours of a year of work. */
const [FEWEST_HOURS, MOST_HOURS] = [1_700, 2_200]

/** A sentence without notes in brackets about the ends of a range, and without the same pay in another unit. */
export function withoutNotes(sentence: string): string {
  const whole = withoutEqual(sentence.replace(STEP, ''))
  const between = whole.replace(WORDS_BETWEEN, '')
  const plain = between === sentence ? between : between.replace(WORDS_BEHIND, '')
  if (BARE_ENDS.test(plain)) return plain.replace(BARE_ENDS, '').replace(BARE_MOST, '')
  return BOTH_ENDS.test(plain) ? plain.replace(ENDS, '') : plain
}

function withoutEqual(sentence: string): string {
  return sentence.replace(IN_BRACKETS, (whole, amount: string, unit: string, other: string) => {
    const [least = 0, most = 0] = [toNumber(amount), toNumber(other)].sort((a, b) => a - b)
    const hours = most / least
    return hours >= FEWEST_HOURS && hours <= MOST_HOURS ? `${amount}${unit}` : whole
  })
}

function toNumber(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}
