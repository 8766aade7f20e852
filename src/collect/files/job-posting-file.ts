import type { FileLine } from '../../catalogue/import/line/read-lines'
import { messageOf } from '../../values/errors'
import { parseHtml } from '../answers/markup/html-elements'
import { jobPostingsIn, jobPostingsOf } from '../answers/schema-org/json-ld'

/** A file with one value of several lines is read as a whole. */
const MAX_WHOLE_LENGTH = 64_000_000

/** A JobPosting, or why there is none at this place of the file. */
export type FileJob = ({ job: unknown } | { issue: string }) & { position: number }

/** The schema.org JobPostings of a file: JSON a line, JSON of several lines, or a page with JSON-LD or microdata. */
export async function* readJobPostings(lines: AsyncIterable<FileLine>): AsyncGenerator<FileJob> {
  const whole: string[] = []
  let length = 0
  let isByLine: boolean | undefined
  let position = 0
  for await (const line of lines) {
    position = line.position
    if ('issue' in line) {
      yield { issue: line.issue, position }
      continue
    }
    if (isByLine !== false) {
      const value = parsed(line.text)
      isByLine ??= value !== undefined
      if (isByLine) {
        yield* jobsOf(value === undefined ? undefined : jobPostingsOf(value), position)
        continue
      }
    }
    length += line.text.length
    if (length > MAX_WHOLE_LENGTH)
      throw new Error('longer than 64 MB; expected a JobPosting a line')
    whole.push(line.text)
  }
  if (isByLine === false) yield* jobsOf(postingsOfWhole(whole.join('\n')), position)
}

function jobsOf(jobs: readonly unknown[] | undefined, position: number): FileJob[] {
  if (jobs === undefined) return [{ issue: 'not JSON; expected a JobPosting a line', position }]
  if (jobs.length === 0) return [{ issue: 'no JobPosting of schema.org', position }]
  return jobs.map((job) => ({ job, position }))
}

function postingsOfWhole(text: string): unknown[] {
  if (text.trimStart().startsWith('<')) return jobPostingsIn(parseHtml(text))
  try {
    return jobPostingsOf(JSON.parse(text))
  } catch (error) {
    throw new Error(`not JSON: ${messageOf(error)}`)
  }
}

/** Undefined when the line is not JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
