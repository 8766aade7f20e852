const MARKS = [
  /^(?:z+[-_ ]*)?test(?:s|ing)?(?:[-_ ]*(?:job|posting|position|role|requisition|req|only|please ignore|ignore))*[-_ \d]*$/i,
  /^z+[-_ ]+test\b/i,
  /\bdo not (?:apply|use)\b/i,
  /\btest (?:job|posting|position|requisition)\b.*\b(?:ignore|do not)\b/i,
  /\btemplates? only\b/i,
  /^[[(](?:test|demo|template|sample)[\])]/i,
]

/** Whether a posting only tests the employer's system: `Test Job 2`, `z-Test & Templates Only`. `Test Engineer` does not. */
export function isTestPosting(title: string): boolean {
  return MARKS.some((mark) => mark.test(title.trim()))
}
