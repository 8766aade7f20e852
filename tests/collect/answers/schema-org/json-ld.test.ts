import { expect, test } from 'bun:test'
import { parseHtml } from '../../../../src/collect/answers/markup/html-elements'
import { jobPostingMembers } from '../../../../src/collect/answers/schema-org/job-posting'
import { jobPostingIn } from '../../../../src/collect/answers/schema-org/json-ld'

const POSTING = '{"@type":"JobPosting","title":"Cook","description":"Soup"}'

function read(block: string): unknown {
  return jobPostingIn(parseHtml(`<script type="application/ld+json">${block}</script>`))
}

test.each([
  POSTING,
  `\n<!--\n${POSTING}\n-->\n`,
  `//<![CDATA[\n${POSTING}\n//]]>`,
  `// <![CDATA[\n${POSTING}\n// ]]>\n`,
  `/*<![CDATA[*/ ${POSTING} /*]]>*/`,
  `/* <![CDATA[ */\n${POSTING};\n/* ]]> */ `,
  `${POSTING};\n`,
  `${POSTING.slice(0, -1)}, \n}`,
])('a block as employers write it: %j', (block) => {
  expect(read(block)).toEqual({ '@type': 'JobPosting', title: 'Cook', description: 'Soup' })
})

test('control characters and signs inside of texts', () => {
  const text = 'Peel,}\r\nand \\"cut\\" ]]>\n\tslowly\\\\'
  expect(read(`{"@type":"JobPosting","title":"Cook","description":"${text}",}`)).toMatchObject({
    description: 'Peel,}\nand "cut" ]]>\n slowly\\',
  })
})

test('a block that parses is not repaired', () => {
  const description = ' ,] --> '
  expect(read(JSON.stringify({ '@type': 'JobPosting', description }))).toMatchObject({
    description,
  })
})

test.each(['', '   ', '"', '{"a":"', '\\', '<!--', '-->', ';;', '{,}x'])('no JSON: %j', (block) => {
  expect(read(block)).toBeUndefined()
})

test('white space may be between a last comma and its bracket', () => {
  const block = `{"@type":"JobPosting","title":"Cook, chef ,}","skills":["soup", \n],\t}`
  expect(read(block)).toMatchObject({ title: 'Cook, chef ,}', skills: ['soup'] })
})

test('members that say that they have nothing are absent, also inside of others', () => {
  const block = {
    '@type': 'JobPosting',
    title: 'Cook',
    qualifications: 'UNAVAILABLE',
    skills: ['soup', 'N/A'],
    responsibilities: ' - ',
    educationRequirements: { credentialCategory: 'UNAVAILABLE' },
    description: 'The cook is unavailable.',
  }
  const posting = read(JSON.stringify(block))
  expect(posting).toMatchObject({ skills: ['soup', undefined], description: block.description })
  expect(JSON.stringify(posting)).not.toContain('UNAVAILABLE')
  expect(jobPostingMembers(posting).description_text).toBe('The cook is unavailable.')
})
