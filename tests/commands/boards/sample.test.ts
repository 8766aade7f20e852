import { expect, test } from 'bun:test'
import { useRehearsal } from '../../collect/support/use-rehearsal'
import { callCommand } from '../../support/run-command'

const rehearsal = useRehearsal()

async function sample(...args: string[]) {
  const env = { COLLECT_CONTACT: 'jobs@example.com', COLLECT_REPLAY_URL: rehearsal.server.url }
  return await callCommand('boards.ts', ['sample', ...args], { url: rehearsal.url, env })
}

/** A list of Greenhouse with two postings, of which one has a date. */
const listing = () =>
  Response.json({
    jobs: [1, 2].map((id) => ({
      id,
      title: `Job ${id}`,
      absolute_url: `https://boards.greenhouse.io/acme/jobs/${id}`,
      company_name: 'Acme',
      location: { name: id === 1 ? 'Windsor, ON' : 'Anywhere' },
      content: id === 1 ? '&lt;p&gt;Weld&lt;/p&gt;' : '',
      ...(id === 1 && { first_published: '2026-03-01T09:00:00-05:00' }),
    })),
    meta: { total: 2 },
  })

async function addBoards(): Promise<void> {
  await rehearsal.add('acme', listing, { source: 'greenhouse' })
  await rehearsal.add('broken', () => new Response('<html>'), { source: 'greenhouse' })
}

const lines = (text: string) => text.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())

test('shows the share of postings that have each field, and which boards could not be read', async () => {
  await addBoards()
  const { output, errors, status } = await sample('Greenhouse')
  expect([errors, status]).toEqual(['', 0])
  const shown = lines(output)
  expect(shown[0]).toBe('greenhouse: 2 of 2 postings of 2 boards were read')
  for (const line of [
    'FIELD POSTINGS RECORDED NOTE',
    'organization 100% some',
    'date_posted 50% some',
    'places 100% all',
    'certain_place 50% all fewer than recorded',
    'description 50% some',
    'BOARD LISTED UNREADABLE READ ISSUE',
    'greenhouse/acme 2 0 2',
    'greenhouse/broken 0 0 Greenhouse answered with something else than JSON',
  ])
    expect(shown).toContain(line)
})

test('--json prints one line, and the status is 1 when no posting was read', async () => {
  await rehearsal.add('broken', () => new Response('<html>'), { source: 'greenhouse' })
  const { output, status } = await sample('--json', 'greenhouse')
  expect(status).toBe(1)
  const { source, fields, boards } = JSON.parse(output)
  expect([source, fields.places]).toEqual([
    'greenhouse',
    { postings: 0, share: null, recorded: 'all' },
  ])
  expect(boards).toEqual([
    {
      board: 'greenhouse/broken',
      listed: null,
      unreadable: 0,
      read: 0,
      issue: 'Greenhouse answered with something else than JSON',
    },
  ])
})

test('says what to do about a wrong name and a system without boards', async () => {
  const refused: [string[], string][] = [
    [['levr'], "'levr' is not a known system; did you mean lever?"],
    [
      ['lever'],
      'no board of lever is collected; to add some: bun run boards add --starter --system lever --limit 5',
    ],
    [['smartrecruiters'], 'the system smartrecruiters is off'],
  ]
  for (const [args, message] of refused) {
    const { errors, status } = await sample(...args)
    expect([status, errors]).toEqual([1, `boards: ${message}\n`])
  }
})
