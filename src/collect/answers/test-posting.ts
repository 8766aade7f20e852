const MARKS = [
  /^(?:z+[-_ ]*)?test(?:s|ing)?(?:[-_ ]*(?:job|posting|position|role|requisition|req|only|please ignore|ignore))*[-_ \d]*$/i,
  /^z+[-_ ]+test\b/i,
  /\bdo not (?:apply|use)\b/i,
  /\btemplates? only\b/i,
  /^[[(](?:test|demo|template|sample)[\])]/i,
]

const TEST_JOB = /\btest (?:job|posting|position|requisition)\b/i
const IGNORED = /\b(?:ignore|do not)\b/i

/** Whether a posting only tests the employer's system: `Test Job 2`, `z-Test & Templates Only`. `Test Engineer` does not. */
export function isTestPosting(title: string): boolean {
  const text = title.trim()
  const start = text.search(TEST_JOB)
  return MARKS.some((mark) => mark.test(text)) || (start >= 0 && IGNORED.test(text.slice(start)))
}
